import { z } from 'zod'
import { endpoint, saveCall } from '../../platform/calls/endpoint.ts'
import { existingId, requiredChoice, version, wholeNumber } from '../../platform/fields/fields.ts'
import { flagChip } from '../../patients/flags/chips.ts'
import { withheldField } from '../../platform/calls/withheld.ts'
import { attendanceStatuses } from '../../pathways/records/exerciseAttendance.ts'
import { unusualConfirmed } from '../../platform/fields/unusual.ts'
import { mostMinutes } from './class.ts'
import { sessionPartCodes } from './fidelity.ts'

/*
 * The register of one session: who attended. A mark is an attendance under the person's exercise plan and is saved
 * like any other attendance.
 */

const statuses = attendanceStatuses.map(({ code }) => code)
const nullableText = z.string().nullable()

const mark = z.object({
  /** Id of the attendance. */
  id: z.int(),
  version: z.int(),
  attendanceStatus: z.enum(statuses),
  minutes: z.int().nullable(),
})

export const registerPerson = z.object({
  placeId: z.int(),
  pathwayId: z.int(),
  patientId: z.int(),
  familyName: z.string(),
  firstName: nullableText,
  namePrefix: nullableText,
  nhsNumber: nullableText,
  dateOfBirth: nullableText,
  deceased: z.boolean(),
  flags: z.array(flagChip).optional(),
  ...withheldField,
  transport: nullableText,
  /** Null if the person has not been marked yet. */
  mark: mark.nullable(),
  /** They said on their own page that they cannot come. */
  saidAbsent: z.boolean().optional(),
  /** What the person left out of what was done. */
  leftOut: z.array(z.enum(sessionPartCodes)).optional(),
  /** Why the person can no longer be marked; null if they can. */
  refusal: nullableText,
})
export type RegisterPerson = z.output<typeof registerPerson>

export const registerReply = z.object({
  id: z.int(),
  version: z.int(),
  classId: z.int(),
  className: z.string(),
  sessionDate: z.string(),
  startTime: z.string(),
  minutes: z.int(),
  clinicianId: z.int(),
  clinician: z.string(),
  location: z.string(),
  /** Null while nobody has said what was done. */
  partsDone: z.array(z.enum(sessionPartCodes)).nullable(),
  /** What was done in the session before; null if nobody has said. */
  partsBefore: z.array(z.enum(sessionPartCodes)).nullable(),
  people: z.array(registerPerson),
})
export type Register = z.output<typeof registerReply>

export const getRegister = endpoint({
  method: 'GET',
  path: '/api/class/register',
  summary: 'The register of a session: the people expected and their marks',
  input: z.object({ id: existingId() }),
  reply: registerReply,
})

export const markAttendance = endpoint({
  method: 'POST',
  path: '/api/class/mark',
  summary: 'Mark one person in a register; null removes the mark',
  input: z.object({
    sessionId: existingId(),
    placeId: existingId(),
    attendanceStatus: z.enum(statuses, { error: 'Choose from the list' }).nullable(),
    /** Version of the attendance that the sender saw; absent if there was none. */
    version: version(),
  }),
  /** The mark now in the register. */
  reply: z.object({ mark: mark.nullable() }),
})

const sessionFields = {
  minutes: wholeNumber(`Enter whole minutes, from 1 to ${mostMinutes}`, { from: 1, to: mostMinutes }),
  clinicianId: requiredChoice('Instructor required'),
  unusualConfirmed,
}
export const sessionForm = z.object(sessionFields)

export const saveSession = saveCall({
  path: '/api/class/session',
  summary: 'Set how long a session lasted, for everybody who attended, and who gave it',
  input: z.object({ id: existingId(), version: version(), ...sessionFields }),
})

export const registerEndpoints = [getRegister, markAttendance, saveSession] as const
