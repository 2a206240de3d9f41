import { sql as raw } from 'kysely'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import type { patientInError, referralInError } from '../../../contract/governance/inError.ts'
import { recordKinds, recordKindNames } from '../../../contract/pathways/records/kinds.ts'
import { HttpProblem, notFound } from '../../platform/errors.ts'
import { pathwayTable } from '../../pathways/referral/columns.ts'
import { patientTable } from '../../patients/patient/columns.ts'
import { patientGone } from '../../patients/patient/gone.ts'
import { recordKindsOnServer } from '../../pathways/records/kinds.ts'
import { lockPatientAndPathway } from '../../stages/lock.ts'
import { updateStage } from '../../stages/updateStage.ts'
import { changeRow, lockRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'

/** Deactivates a patient who has no referral. A patient with a referral cannot be made inactive. */
export const takePatientOut = async (
  writing: Writing,
  { id, version, reason }: CheckedInputOf<typeof patientInError>,
) => {
  const patient = await lockRow(writing, 'patient', id)
  if (!patient.is_active) throw await patientGone(writing.sql, id)
  const referral = await writing.sql
    .selectFrom('pathway')
    .select('id')
    .where('patient_id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (referral !== undefined)
    throw new HttpProblem(
      409,
      'conflict',
      'This patient has a referral. If the referral was registered in error too, say so there first.',
    )
  const saved = await changeRow(writing, {
    ...patientTable,
    id,
    version,
    values: { is_active: false },
    patientId: id,
  })
  await keep(writing, { patient_id: id, pathway_id: null, reason }, id)
  return saved
}

/** Deactivates a referral in which nothing was recorded. Entries made in error must be deleted first, one by one. */
export const takeReferralOut = async (
  writing: Writing,
  { id, version, patientId, reason }: CheckedInputOf<typeof referralInError>,
) => {
  const pathway = await lockPatientAndPathway(writing, id)
  if (!pathway.is_active) throw notFound()
  if (patientId !== undefined && patientId !== pathway.patient_id)
    throw new HttpProblem(409, 'conflict', 'This referral belongs to another patient. Nothing was saved.')
  const holds = await recordedIn(writing, id)
  if (holds.length > 0)
    throw new HttpProblem(
      409,
      'conflict',
      `Something is recorded in this referral: ${holds.join(', ')}. Delete what was recorded in error first. If the referral is real and has ended, cancel or discharge it.`,
    )
  const saved = await changeRow(writing, {
    ...pathwayTable,
    id,
    version,
    values: { is_active: false },
    patientId: pathway.patient_id,
  })
  writing.trace({ pathwayIds: [id] })
  await keep(writing, { patient_id: null, pathway_id: id, reason }, pathway.patient_id)
  await updateStage(writing, [id])
  return saved
}

/** What a referral contains, by kind, such as '2 FRAT Assessment'. */
const recordedIn = async ({ sql }: Writing, pathwayId: number): Promise<string[]> => {
  const ofPathway = recordKindNames.filter((name) => recordKindsOnServer[name].parent.column === 'pathway_id')
  const tables = [
    ...ofPathway.map((name) => ({
      title: recordKinds[name].title,
      table: recordKindsOnServer[name].table as string,
    })),
    { title: 'document', table: 'document' },
  ]
  const { rows } = await raw<{ title: string; count: number }>`
    ${raw.join(
      tables.map(
        ({ title, table }) => raw`select ${title}::text as title, count(*)::integer as count
          from ${raw.table(table)} where pathway_id = ${pathwayId} and is_active`,
      ),
      raw` union all `,
    )}`.execute(sql)
  return rows.filter(({ count }) => count > 0).map(({ title, count }) => `${title} (${count})`)
}

const keep = async (
  writing: Writing,
  row: { patient_id: number | null; pathway_id: number | null; reason: string },
  patientId: number,
): Promise<void> => {
  const { id } = await writing.sql
    .insertInto('registered_in_error')
    .values({ ...row, created_by: writing.userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  writing.trace({
    patientIds: [patientId],
    records: [{ entity: 'registeredInError', id, before: null, after: row }],
  })
}
