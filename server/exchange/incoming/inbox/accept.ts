import type { CheckedInputOf } from '../../../../contract/platform/calls/endpoint.ts'
import type { acceptIncoming } from '../../../../contract/exchange/incoming/incomingReferral.ts'
import { raiseRedFlags } from '../../../patients/flags/redFlags.ts'
import type { RecordedDays } from '../../../patients/patient/life.ts'
import { saveNextOfKinRecord, savePatientRecord } from '../../../patients/patient/store.ts'
import { addReferral } from '../../../pathways/referral/referral.ts'
import { under } from '../../../platform/writes/under.ts'
import { ValidationProblem } from '../../../platform/errors.ts'
import { changeRow } from '../../../platform/writes/saveRow.ts'
import type { StaffWriting } from '../../../platform/writes/write.ts'
import { tellSenderOfDecision } from '../answers/tellSender.ts'
import { incomingTable } from './columns.ts'
import { decidedNow, lockUndecided, withdrawInvitation } from './decide.ts'

type Input = CheckedInputOf<typeof acceptIncoming>

/**
 * Makes a referral of what came in, and a patient if the person is not registered: all of it or nothing. The wait
 * counts from the day on which it came in. Signs that the sender named become red flags that nobody has answered yet.
 */
export const accept = async (
  writing: StaffWriting,
  input: Input,
  recordedDays: RecordedDays,
  now: number,
) => {
  const { id, version, referral } = input
  const { locked, told, receivedDate } = await lockUndecided(writing, id)
  if (referral.referralDate > receivedDate)
    throw new ValidationProblem({
      'referral.referralDate': 'The date is after the day on which the referral came in',
    })
  if (input.patientId !== undefined)
    await assertSameNumber(writing, input.patientId, input, told.person.nhsNumber)
  const patientId = input.patientId ?? (await register(writing, input, recordedDays))
  const { secondReferral, afterDeathConfirmed, ...fields } = referral
  const pathway = await under('referral', () =>
    addReferral(
      writing,
      patientId,
      // The number that the sender gave, whatever was typed.
      { ...fields, receivedDate, ubrn: told.ubrn ?? fields.ubrn },
      { secondReferral, afterDeathConfirmed },
    ),
  )
  await raiseRedFlags(writing, { patientId, source: 'incoming', answers: [], meant: told.redFlags })
  const saved = await changeRow(writing, {
    ...incomingTable,
    ...{ id, version, locked, patientId },
    values: { state: 'accepted', pathway_id: pathway.id, ...decidedNow(writing, now) },
  })
  await withdrawInvitation(writing, id)
  await tellSenderOfDecision(writing, { incomingId: id, decision: 'accepted' })
  return { ...saved, patientId, pathwayId: pathway.id }
}

/** Two people can have one name and one day of birth; two numbers are two people unless one of them is wrong. */
const assertSameNumber = async (
  { sql }: StaffWriting,
  patientId: number,
  { otherNumberConfirmed }: Input,
  told: string | null,
): Promise<void> => {
  if (told === null || otherNumberConfirmed === true) return
  const patient = await sql
    .selectFrom('patient')
    .select('nhs_number')
    .select(({ selectFrom }) =>
      selectFrom('former_number')
        .select('former_number.id')
        .whereRef('former_number.patient_id', '=', 'patient.id')
        .where('former_number.nhs_number', '=', told)
        .as('former'),
    )
    .where('id', '=', patientId)
    .executeTakeFirst()
  if (patient?.nhs_number != null && patient.nhs_number !== told && patient.former === null)
    throw new ValidationProblem({
      otherNumberConfirmed:
        'This patient has another NHS number than was sent. Tick if you are sure who it is.',
    })
}

const register = async (
  writing: StaffWriting,
  { patient, nextOfKin }: Input,
  recordedDays: RecordedDays,
): Promise<number> => {
  if (patient === undefined || patient.id !== 0)
    throw new ValidationProblem({ 'patient.id': 'This call registers a new patient: the id must be 0' })
  const { id: patientId } = await under('patient', () => savePatientRecord(writing, patient, recordedDays))
  if (nextOfKin !== undefined)
    await under('nextOfKin', () => saveNextOfKinRecord(writing, { ...nextOfKin, id: 0, patientId }))
  return patientId
}
