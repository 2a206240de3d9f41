import { sql as raw } from 'kysely'
import { HttpProblem } from '../../platform/errors.ts'
import type { Writing } from '../../platform/writes/write.ts'
import type { Held } from './parents.ts'

/**
 * Marks what the patient answered on the own page as accepted, in the transaction of the record that a clinician filled
 * from it. An answer that was settled meanwhile stays as it is: the record is the clinician's own words and is saved.
 * @param answerId the field of the save, if it has one
 */
export const acceptAnswer = async (
  writing: Writing,
  { patientId }: Held,
  answerId: unknown,
): Promise<void> => {
  if (typeof answerId !== 'number') return
  const { rows } = await raw<{ version: number; pathwayId: number; isOpen: boolean; ofPatient: boolean }>`
    select answer.version, answer.pathway_id as "pathwayId", answer.settled_at is null as "isOpen",
      pathway.patient_id = ${patientId} as "ofPatient"
    from person_answer as answer join pathway on pathway.id = answer.pathway_id
    where answer.id = ${answerId} and answer.kind = 'questions' for update of answer`.execute(writing.sql)
  const [found] = rows
  if (found?.ofPatient !== true)
    throw new HttpProblem(409, 'conflict', 'These answers belong to another patient. Nothing was saved.')
  if (!found.isOpen) return
  await raw`
    update person_answer set version = version + 1, settled_at = clock_timestamp(), settled_by = ${writing.userId},
      settled_how = 'accepted'
    where id = ${answerId}`.execute(writing.sql)
  writing.trace({
    pathwayIds: [found.pathwayId],
    records: [
      {
        entity: 'personAnswer',
        id: answerId,
        version: found.version + 1,
        before: { settled_how: null },
        after: { settled_how: 'accepted' },
      },
    ],
  })
}
