import { sql as raw } from 'kysely'
import { today } from '../../contract/dates.ts'
import type { PathwayInput } from '../../contract/pathway/pathway.ts'
import { FieldFailure, notFound, Refusal } from '../errors.ts'
import { demandOpen } from './closed.ts'
import { addRow, changeRow } from '../saveRow.ts'
import { lockPathway, place } from '../worklists/place.ts'
import type { Writing } from '../write.ts'

interface Referral {
  referralDate: string
  referrerId: number
  referralMethodId: number
  comments?: string | null | undefined
  generalNotes?: string | null | undefined
}

const columnsOf = (input: Referral) => ({
  referral_date: input.referralDate,
  referrer_id: input.referrerId,
  referral_method_id: input.referralMethodId,
  comments: input.comments,
  general_notes: input.generalNotes,
})

/** Records a referral of a patient, or changes one; the pathway goes to its work list in the same transaction. */
export const saveReferral = async (writing: Writing, input: PathwayInput) => {
  if (input.id === 0) return addReferral(writing, input.patientId, input, input.secondReferral ?? false)
  const pathway = await lockPathway(writing, input.id)
  if (pathway.patient_id !== input.patientId)
    throw new Refusal(409, 'conflict', 'This referral belongs to another patient. Nothing was saved.')
  if (changesReferral(pathway, input)) demandOpen(pathway)
  await demandSoundDate(writing, pathway.patient_id, input.referralDate)
  const saved = await changeRow(writing, {
    table: 'pathway',
    entity: 'pathway',
    id: pathway.id,
    version: input.version,
    values: columnsOf(input),
    patientId: pathway.patient_id,
  })
  writing.trace({ pathwayIds: [pathway.id] })
  await place(writing, [pathway.id])
  return saved
}

/** Comments and notes stay open on a closed pathway; the referral itself does not (trust section 4). */
const changesReferral = (
  pathway: { referral_date: string | null; referrer_id: number | null; referral_method_id: number | null },
  input: Referral,
): boolean =>
  pathway.referral_date !== input.referralDate ||
  pathway.referrer_id !== input.referrerId ||
  pathway.referral_method_id !== input.referralMethodId

export const addReferral = async (
  writing: Writing,
  patientId: number,
  referral: Referral,
  secondReferral: boolean,
) => {
  await lockPatient(writing, patientId)
  await demandSoundDate(writing, patientId, referral.referralDate)
  if (!secondReferral) await warnOfOpenPathway(writing, patientId)
  const added = await addRow(writing, {
    table: 'pathway',
    entity: 'pathway',
    values: { ...columnsOf(referral), patient_id: patientId },
    patientId,
  })
  writing.trace({ pathwayIds: [added.id] })
  await place(writing, [added.id])
  return added
}

const lockPatient = async ({ sql }: Writing, patientId: number): Promise<void> => {
  const patient = await sql
    .selectFrom('patient')
    .select(['is_active', 'deceased_date'])
    .where('id', '=', patientId)
    .forUpdate()
    .executeTakeFirst()
  if (patient === undefined || !patient.is_active) throw notFound()
  if (patient.deceased_date !== null)
    throw new Refusal(409, 'conflict', 'This patient is recorded as deceased, so a referral cannot be made.')
}

const demandSoundDate = async ({ sql }: Writing, patientId: number, referralDate: string): Promise<void> => {
  if (referralDate > today()) throw new FieldFailure({ referralDate: 'The date cannot be after today' })
  const { rows } = await raw<{ early: boolean }>`
    select coalesce(date_of_birth > ${referralDate}::date, false) as early from patient
    where id = ${patientId}`.execute(sql)
  if (rows[0]?.early) throw new FieldFailure({ referralDate: 'The date is before the date of birth' })
}

/** Two open pathways are allowed but never by accident (trust section 4). */
const warnOfOpenPathway = async ({ sql }: Writing, patientId: number): Promise<void> => {
  const open = await sql
    .selectFrom('work_list')
    .select('pathway_id')
    .where('patient_id', '=', patientId)
    .executeTakeFirst()
  if (open !== undefined)
    throw new FieldFailure({
      secondReferral: 'This patient already has an open referral. Tick to record a second one.',
    })
}
