import { sql as raw } from 'kysely'
import type { Capability } from '../../../contract/accounts/permissions.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import type { PathwayInput } from '../../../contract/pathways/referral/pathway.ts'
import { unusualQuestion } from '../../../contract/platform/fields/unusual.ts'
import { build, parameter, prepare } from '../../platform/db/query/compileOnce.ts'
import { requireActiveChoices } from '../../platform/writes/activeChoices.ts'
import { valuesOf } from '../../platform/writes/columns.ts'
import { ValidationProblem, notFound, HttpProblem } from '../../platform/errors.ts'
import { addRow, changeRow, type StoredRow } from '../../platform/writes/saveRow.ts'
import { lockPatientAndPathway } from '../../stages/lock.ts'
import { updateStage } from '../../stages/updateStage.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { standsAlready, unchanged } from './cancel.ts'
import { assertOpen } from './closed.ts'
import type { Closing } from './closing.ts'
import { dischargeColumns, pathwayTable, referralColumns } from './columns.ts'
import { assertAfterBirth, assertAfterReferral } from './days.ts'
import { dischargeSaysDied, settleDischarge } from './discharge.ts'
import { assertOnlyOpenOfUbrn } from './ubrn.ts'

/** The required fields of a new referral. */
interface Referral {
  referralDate: string
  referrerId: number
  referralMethodId: number
}

/** Unlike comments, notes and consent, these cannot change on a closed pathway. */
const closedColumns = [
  'referral_date',
  'received_date',
  'ubrn',
  'referrer_id',
  'referral_method_id',
  'vas_scale_id',
] as const

/**
 * Records a referral of a patient, or changes a pathway. Absent fields keep their values. The pathway moves to its work
 * list in the same transaction.
 * @param may whether the sender has a capability, for discharge and reopening
 */
export const savePathwayRow = async (
  writing: Writing,
  input: PathwayInput,
  may: (capability: Capability) => boolean,
  { recordDeath, cancelBooked }: Closing,
) => {
  const { id, version, patientId, referralDate, referrerId, referralMethodId, secondReferral } = input
  if (id === 0 && referralDate !== undefined && referrerId !== undefined && referralMethodId !== undefined) {
    assertNotDischarged(input)
    const referral = { ...input, referralDate, referrerId, referralMethodId }
    return addReferral(writing, patientId, referral, {
      secondReferral,
      afterDeathConfirmed: input.afterDeathConfirmed,
    })
  }
  const pathway = await lockPatientAndPathway(writing, id)
  if (!pathway.is_active) throw notFound()
  if (pathway.patient_id !== patientId)
    throw new HttpProblem(409, 'conflict', 'This referral belongs to another patient. Nothing was saved.')
  const values = { ...valuesOf(referralColumns, input), ...withoutEarlierReceipt(pathway, input) }
  if (closedColumns.some((column) => values[column] !== undefined && values[column] !== pathway[column]))
    assertOpen(pathway)
  const discharge = await settleDischarge(writing, pathway, input, { may, cancelBooked })
  const { consentDate, dischargeDate, receivedDate } = input
  await assertAfterBirth(writing, patientId, { referralDate, receivedDate, consentDate, dischargeDate })
  if (receivedDate != null)
    assertAfterReferral('receivedDate', receivedDate, referralDate ?? pathway.referral_date)
  if (input.unusualConfirmed === false && receivedDate != null && receivedDate !== pathway.received_date)
    await askAboutEarlierAssessment(writing, id, receivedDate)
  // Repeating a discharge is harmless, whatever the version.
  const all = { ...values, ...discharge }
  if (dischargeDate != null && input.deceasedDate == null && standsAlready(pathway, all))
    return unchanged(writing, pathway)
  await requireActiveChoices(writing, pathwayTable, all, pathway)
  await recordDeath(writing, patientId, input, await dischargeSaysDied(writing, pathway, discharge))
  const saved = await changeRow(writing, { ...pathwayTable, id, version, values: all, patientId })
  writing.trace({ patientIds: [patientId], pathwayIds: [id] })
  await updateStage(writing, [id])
  await assertOnlyOpenOfUbrn(writing, id, values.ubrn === undefined ? pathway.ubrn : values.ubrn)
  return saved
}

/** Nobody is assessed before their referral arrives: usually one of the two days is mistyped. */
const askAboutEarlierAssessment = async (
  { sql }: Writing,
  pathwayId: number,
  receivedDate: string,
): Promise<void> => {
  const { rows } = await raw<{ first: string | null }>`
    select least(
      (select min(assessment_date) from frat where pathway_id = ${pathwayId} and is_active),
      (select min(assessment_date) from wellbeing where pathway_id = ${pathwayId} and is_active)) as first`.execute(
    sql,
  )
  const first = rows[0]?.first ?? null
  if (first !== null && first < receivedDate)
    throw new ValidationProblem({
      unusualConfirmed: unusualQuestion([
        `The first assessment was on ${formatDate(first)}, before this day.`,
      ]),
    })
}

/**
 * A sender that leaves out the day of receipt may move the referral past it. The day is then cleared, because a
 * referral cannot be received before it is made.
 */
const withoutEarlierReceipt = (
  { received_date: stored }: Pick<StoredRow<'pathway'>, 'received_date'>,
  { referralDate, receivedDate }: PathwayInput,
) =>
  receivedDate === undefined && referralDate !== undefined && stored !== null && stored < referralDate
    ? { received_date: null }
    : {}

/** A discharge sent with a new referral would be lost, so it is refused. */
const assertNotDischarged = (input: PathwayInput): void => {
  const fields = Object.keys(dischargeColumns) as (keyof typeof dischargeColumns)[]
  const sent = fields.filter((field) => input[field] != null)
  if (input.deceasedDate != null)
    throw new ValidationProblem({ deceasedDate: 'Record the death on the page of the patient' })
  if (sent.length > 0)
    throw new ValidationProblem(
      Object.fromEntries(sent.map((field) => [field, 'Record the referral before its discharge'])),
    )
}

export const addReferral = async (
  writing: Writing,
  patientId: number,
  referral: Referral & Partial<PathwayInput>,
  confirmed: Pick<PathwayInput, 'secondReferral' | 'afterDeathConfirmed'> = {},
) => {
  await lockPatient(writing, patientId, confirmed.afterDeathConfirmed === true)
  const { referralDate, receivedDate, consentDate } = referral
  await assertAfterBirth(writing, patientId, { referralDate, receivedDate, consentDate })
  if (receivedDate != null) assertAfterReferral('receivedDate', receivedDate, referralDate)
  const values = { ...valuesOf(referralColumns, referral), patient_id: patientId }
  await requireActiveChoices(writing, pathwayTable, values, null)
  if (confirmed.secondReferral !== true) await warnOfOpenPathway(writing, patientId)
  const added = await addRow(writing, { ...pathwayTable, values, patientId })
  writing.trace({ pathwayIds: [added.id] })
  await updateStage(writing, [added.id])
  await assertOnlyOpenOfUbrn(writing, added.id, values.ubrn)
  return added
}

/** @param isConfirmed the user wants the referral although the patient has died */
const lockPatient = async ({ sql }: Writing, patientId: number, isConfirmed: boolean): Promise<void> => {
  const patient = await sql
    .selectFrom('patient')
    .select(['is_active', 'deceased_date'])
    .where('id', '=', patientId)
    .forUpdate()
    .executeTakeFirst()
  if (patient === undefined || !patient.is_active) throw notFound()
  if (isConfirmed) return
  const [said] = await readSaidDead(sql, patientId)
  if (patient.deceased_date !== null || said !== undefined) throw patientDied()
}

/** Prepared, because it searches six indexes and takes longer to plan than to run. */
const readSaidDead = prepare(
  'read whether somebody died',
  build
    .selectFrom('said_dead')
    .select('day')
    .where('patient_id', '=', parameter<number>(1, 'bigint'))
    .limit(raw.lit(1)),
)

export const patientDied = (): HttpProblem =>
  new HttpProblem(409, 'patient-died', 'This patient is recorded as deceased, so a referral cannot be made.')

/** Two open pathways are allowed, but never by accident. */
const warnOfOpenPathway = async ({ sql }: Writing, patientId: number): Promise<void> => {
  const open = await sql
    .selectFrom('work_list')
    .select('pathway_id')
    .where('patient_id', '=', patientId)
    .executeTakeFirst()
  if (open !== undefined) throw openAlready()
}

export const openAlready = (): ValidationProblem =>
  new ValidationProblem({
    secondReferral: 'This patient already has an open referral. Tick to record a second one.',
  })
