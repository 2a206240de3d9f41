import { today } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import type { PatientInput } from '../../../contract/patients/patient.ts'
import { ValidationProblem } from '../../platform/errors.ts'
import type { StoredRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'

/** Every day on which a record of the patient says that something happened or is planned. */
export type RecordedDays = (writing: Writing, patientId: number) => Promise<string[]>

/**
 * Birth, death and refusal of consent may come in different saves. Together with the records they must make sense:
 * nothing happens before birth, and a death before a record needs the user's confirmation.
 * @param before the patient's row, locked; null at a registration
 * @param recordedDays called only for a patient who is already registered
 */
export const assertLifeInOrder = async (
  writing: Writing,
  input: Pick<
    PatientInput,
    'id' | 'dateOfBirth' | 'deceasedDate' | 'consentRefusedDate' | 'deathBeforeRecordsConfirmed'
  >,
  before: StoredRow<'patient'> | null,
  recordedDays: RecordedDays,
): Promise<void> => {
  const after = (
    sent: string | null | undefined,
    column: 'date_of_birth' | 'deceased_date' | 'consent_refused_date',
  ): string | null => (sent === undefined ? (before?.[column] ?? null) : sent)
  const birth = after(input.dateOfBirth, 'date_of_birth')
  const death = after(input.deceasedDate, 'deceased_date')
  const refusal = after(input.consentRefusedDate, 'consent_refused_date')
  if (birth !== null && death !== null && death < birth)
    throw new ValidationProblem({
      [input.deceasedDate === undefined ? 'dateOfBirth' : 'deceasedDate']:
        'The date of death is before birth',
    })
  if (birth !== null && refusal !== null && refusal < birth)
    throw new ValidationProblem(
      input.consentRefusedDate === undefined
        ? { dateOfBirth: 'The date of birth is after the refusal of consent' }
        : { consentRefusedDate: 'The date is before the date of birth' },
    )
  if (before === null) return
  const isOtherBirth = birth !== null && birth !== before.date_of_birth
  const isOtherDeath = death !== null && death !== before.deceased_date
  if (!isOtherBirth && !isOtherDeath) return
  const events = await readEvents(writing, input.id, recordedDays)
  if (isOtherBirth) assertBornBefore(events, birth)
  if (isOtherDeath && input.deathBeforeRecordsConfirmed !== true)
    askAboutDeathBefore(refusal === null ? events.ofLife : [...events.ofLife, refusal], death)
}

const assertBornBefore = ({ ofLife, ofPaper }: Events, birth: string): void => {
  const earliest = [...ofLife, ...ofPaper].toSorted()[0]
  if (earliest !== undefined && earliest < birth)
    throw new ValidationProblem({
      dateOfBirth: `The date of birth is after a referral or record of ${formatDate(earliest)}`,
    })
}

/** Catches a mistyped date of death before a visit. Days that are planned for later do not count. */
const askAboutDeathBefore = (ofLife: readonly string[], death: string): void => {
  const latest = ofLife
    .filter((day) => day <= today())
    .toSorted()
    .at(-1)
  if (latest !== undefined && latest > death)
    throw new ValidationProblem({
      deathBeforeRecordsConfirmed: `There are records after this day, the latest of ${formatDate(latest)}. Check the date of death, and tick only if it is right.`,
    })
}

interface Events {
  /** Days on which something happened with the patient or is planned. */
  ofLife: string[]
  /** Days on which a referral ended, often because the patient had died. */
  ofPaper: string[]
}

/**
 * The days on which anything is recorded of the patient. Locks the pathways first, so that a record being written now
 * is either counted here or checked against the new birth or death there.
 */
const readEvents = async (
  writing: Writing,
  patientId: number,
  recordedDays: RecordedDays,
): Promise<Events> => {
  const pathways = await writing.sql
    .selectFrom('pathway')
    .select(['is_active', 'referral_date', 'consent_date', 'cancel_referral_date', 'discharge_date'])
    .where('patient_id', '=', patientId)
    .orderBy('id')
    .forUpdate()
    .execute()
  const active = pathways.filter((pathway) => pathway.is_active)
  const known = (days: (string | null)[]): string[] => days.filter((day) => day !== null)
  return {
    ofLife: [
      ...known(active.flatMap((pathway) => [pathway.referral_date, pathway.consent_date])),
      ...(await recordedDays(writing, patientId)),
    ],
    ofPaper: known(active.flatMap((pathway) => [pathway.cancel_referral_date, pathway.discharge_date])),
  }
}
