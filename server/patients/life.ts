import { sql as raw } from 'kysely'
import { formatDate } from '../../contract/format.ts'
import type { PatientInput } from '../../contract/patient.ts'
import { FieldFailure } from '../errors.ts'
import type { Writing } from '../write.ts'

/**
 * Birth, death and refusal of consent may come in different saves; together with what is recorded they must make sense:
 * nothing before birth (trust section 4).
 * @param before the patient's row, locked; null at a registration
 */
export const demandLifeInOrder = async (
  writing: Writing,
  input: PatientInput,
  before: Record<string, unknown> | null,
): Promise<void> => {
  const after = (sent: string | null | undefined, column: string): string | null =>
    sent === undefined ? ((before?.[column] ?? null) as string | null) : sent
  const birth = after(input.dateOfBirth, 'date_of_birth')
  if (birth === null) return
  const death = after(input.deceasedDate, 'deceased_date')
  if (death !== null && death < birth)
    throw new FieldFailure({
      [input.deceasedDate === undefined ? 'dateOfBirth' : 'deceasedDate']:
        'The date of death is before birth',
    })
  const refusal = after(input.consentRefusedDate, 'consent_refused_date')
  if (refusal !== null && refusal < birth)
    throw new FieldFailure(
      input.consentRefusedDate === undefined
        ? { dateOfBirth: 'The date of birth is after the refusal of consent' }
        : { consentRefusedDate: 'The date is before the date of birth' },
    )
  if (before === null || birth === before['date_of_birth']) return
  const earliest = await earliestEvent(writing, input.id)
  if (earliest !== null && earliest < birth)
    throw new FieldFailure({
      dateOfBirth: `The date of birth is after a referral or record of ${formatDate(earliest)}`,
    })
}

/** Where something that happened has its day; treatment and exercise may be planned, and are after birth too. */
const eventsOfPathway = [
  ['frat', 'assessment_date'],
  ['wellbeing', 'assessment_date'],
  ['treatment_plan', 'treatment_date'],
  ['treatment_plan', 'assessment_date'],
  ['exercise', 'exercise_plan_date'],
  ['followup', 'call_date'],
  ['onward_referral', 'referral_date'],
] as const

/**
 * The first day on which anything is recorded of the patient. Takes the pathways first, so that a record being
 * written now is either counted here or meets the new birth date there.
 */
const earliestEvent = async ({ sql }: Writing, patientId: number): Promise<string | null> => {
  await sql
    .selectFrom('pathway')
    .select('id')
    .where('patient_id', '=', patientId)
    .orderBy('id')
    .forUpdate()
    .execute()
  const ofRecords = eventsOfPathway.map(
    ([table, column]) => raw`
      select min(${raw.ref(`r.${column}`)}) from ${raw.table(table)} as r
      join pathway on pathway.id = r.pathway_id where pathway.patient_id = ${patientId} and r.is_active and pathway.is_active`,
  )
  const { rows } = await raw<{ day: string | null }>`
    select min(day) as day from (
      select min(least(referral_date, cancel_referral_date, discharge_date, consent_date)) as day
      from pathway where patient_id = ${patientId} and is_active
      union all select min(assessment_date) from bmi where patient_id = ${patientId} and is_active
      union all ${raw.join(ofRecords, raw` union all `)}
    ) as events`.execute(sql)
  return rows[0]?.day ?? null
}
