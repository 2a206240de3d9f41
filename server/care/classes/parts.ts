import type { saveParts } from '../../../contract/care/classes/fidelity.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import { HttpProblem, ValidationProblem } from '../../platform/errors.ts'
import { changeRow, lockRow, type SavedRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { sessionTable } from './columns.ts'
import { noteRecorded } from './mark.ts'

/** Records what was done in a session. A session that has not been given yet is refused. */
export const savePartsRow = async (
  writing: Writing,
  { id, version, partsDone, exceptions }: CheckedInputOf<typeof saveParts>,
): Promise<SavedRow> => {
  const session = await lockRow(writing, 'class_session', id)
  if (session.session_date > today())
    throw new HttpProblem(409, 'conflict', 'This session has not been given yet. Nothing was saved.')
  const places = await writing.sql
    .selectFrom('class_place')
    .select('id')
    .where('class_id', '=', session.class_id)
    .execute()
  const ofClass = new Set(places.map((place) => place.id))
  if (exceptions.some(({ placeId }) => !ofClass.has(placeId)))
    throw new ValidationProblem({ exceptions: 'Somebody is not in the class of this session' })
  const before = await writing.sql
    .selectFrom('session_exception')
    .select(['place_id as placeId', 'left_out as leftOut'])
    .where('session_id', '=', id)
    .orderBy('place_id')
    .execute()
  // Who is not named stays as before: the sender may not see them. Nothing can be left out that was not done.
  const named = new Set(exceptions.map(({ placeId }) => placeId))
  const after = [...before.filter(({ placeId }) => !named.has(placeId)), ...exceptions]
    .map(({ placeId, leftOut }) => ({ placeId, leftOut: partsDone.filter((part) => leftOut.includes(part)) }))
    .filter(({ leftOut }) => leftOut.length > 0)
    .toSorted((one, other) => one.placeId - other.placeId)
  const saved = await changeRow(writing, {
    ...sessionTable,
    id,
    version,
    locked: session,
    values: {},
    parts: {
      partsDone: { before: session.parts_done, after: partsDone },
      exceptions: { before, after },
    },
    patientId: null,
  })
  await writing.sql.updateTable('class_session').set({ parts_done: partsDone }).where('id', '=', id).execute()
  await noteRecorded(writing, session)
  await writing.sql.deleteFrom('session_exception').where('session_id', '=', id).execute()
  if (after.length > 0)
    await writing.sql
      .insertInto('session_exception')
      .values(after.map(({ placeId, leftOut }) => ({ session_id: id, place_id: placeId, left_out: leftOut })))
      .execute()
  return saved
}
