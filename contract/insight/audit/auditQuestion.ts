import { z } from 'zod'
import type { AuditQuestion } from './auditQuestionNames.ts'
import { addDays } from '../../platform/dates/dates.ts'
import { endpoint } from '../../platform/calls/endpoint.ts'
import { existingId, requiredDate } from '../../platform/fields/fields.ts'
import { formatDateTime } from '../../platform/words/format.ts'
import type { Column } from '../../platform/words/grid.ts'

/*
 * The questions that Information Governance asks of the audit trail (trust DP-5), each for a range of days. Asking is
 * itself recorded in the audit trail.
 */

/** Most events shown on screen, newest first; a file contains all of them. */
export const mostEventsShown = 1000

export const auditRow = z.object({
  /** Unique within the reply. */
  id: z.string(),
  /** If there are multiple events, the time of the last. */
  at: z.string(),
  who: z.string(),
  /** Null if nobody was signed in. */
  userId: z.int().nullable(),
  role: z.string().nullable(),
  patientId: z.int().nullable(),
  /** The name of one patient, or the number of patients. */
  patient: z.string().nullable(),
  nhsNumber: z.string().nullable(),
  what: z.string(),
  times: z.int(),
  /** Network address of the client. */
  address: z.string().nullable(),
})
export type AuditRow = z.output<typeof auditRow>

const day = { sortValue: ({ at }: AuditRow) => at }
/** Every column that an answer can contain. */
export const auditColumns = {
  at: {
    id: 'at',
    title: 'When',
    kind: 'text',
    value: ({ at }) => formatDateTime(at),
    ...day,
  },
  who: { id: 'who', title: 'Who', kind: 'text', value: ({ who }) => who },
  role: { id: 'role', title: 'Role', kind: 'text', value: ({ role }) => role },
  patient: { id: 'patient', title: 'Patient', kind: 'text', value: ({ patient }) => patient },
  nhsNumber: {
    id: 'nhsNumber',
    title: 'NHS Number',
    kind: 'nhsNumber',
    value: ({ nhsNumber }) => nhsNumber,
  },
  what: { id: 'what', title: 'What', kind: 'text', value: ({ what }) => what },
  times: { id: 'times', title: 'Times', kind: 'number', value: ({ times }) => times },
  address: { id: 'address', title: 'Network address', kind: 'text', value: ({ address }) => address },
} as const satisfies Record<string, Column<AuditRow>>

/** The columns of each answer, in order. */
export const columnsOfQuestion: Record<AuditQuestion, readonly Column<AuditRow>[]> = {
  patient: [auditColumns.at, auditColumns.who, auditColumns.role, auditColumns.what, auditColumns.address],
  user: [
    ...[auditColumns.at, auditColumns.what, auditColumns.patient, auditColumns.nhsNumber],
    ...[auditColumns.role, auditColumns.address],
  ],
  client: [
    ...[auditColumns.at, auditColumns.who, auditColumns.what, auditColumns.patient],
    ...[auditColumns.nhsNumber, auditColumns.address],
  ],
  unusual: [
    ...[auditColumns.who, auditColumns.what, auditColumns.patient, auditColumns.nhsNumber],
    ...[auditColumns.times, auditColumns.at, auditColumns.role],
  ],
  refused: [auditColumns.at, auditColumns.who, auditColumns.what, auditColumns.times, auditColumns.address],
  exports: [
    auditColumns.at,
    auditColumns.who,
    auditColumns.role,
    auditColumns.what,
    auditColumns.patient,
    auditColumns.address,
  ],
}

/** London days, both inclusive (CS-12). */
const days = z.object({
  dateFrom: requiredDate('Date From required'),
  dateTo: requiredDate('Date To required'),
})
interface Days {
  dateFrom: string
  dateTo: string
}
const inOrder = ({ dateFrom, dateTo }: Days): boolean => dateFrom <= dateTo
const orderMessage = { error: 'Date To must be on or after Date From', path: ['dateTo'] }
/**
 * Longest period for unusual reading, which compares everything with everything, and for what a FHIR client read, which
 * no index finds.
 */
export const mostDaysAtOnce = 31
const isShort = ({ dateFrom, dateTo }: Days): boolean => dateTo < addDays(dateFrom, mostDaysAtOnce)
const shortMessage = { error: `Choose at most ${mostDaysAtOnce} days`, path: ['dateTo'] }

export const auditDays = days.refine(inOrder, orderMessage)
export const shortDays = auditDays.refine(isShort, shortMessage)
const ofPatient = days.extend({ patientId: existingId() }).refine(inOrder, orderMessage)
const ofUser = days.extend({ userId: existingId() }).refine(inOrder, orderMessage)
const ofClient = days
  .extend({ clientId: existingId() })
  .refine(inOrder, orderMessage)
  .refine(isShort, shortMessage)

/** Who accessed a patient's record, one line for each person, for a page that can be given to the patient. */
export const auditPerson = z.object({
  who: z.string(),
  role: z.string().nullable(),
  first: z.string(),
  last: z.string(),
  opened: z.int(),
  changed: z.int(),
  /** How often the patient appeared on a list or in a report that the person looked at. */
  listed: z.int(),
})
export type AuditPerson = z.output<typeof auditPerson>

const answer = z.object({
  rows: z.array(auditRow),
  /** Whether there are more events than are shown. */
  isMore: z.boolean(),
})

const ask = <Input extends z.ZodType, Reply extends z.ZodType>(
  question: AuditQuestion,
  summary: string,
  input: Input,
  reply: Reply,
) => endpoint({ method: 'GET', path: `/api/audit/${question}`, summary, input, reply })

export const askAudit = {
  patient: ask(
    'patient',
    'Who opened or changed a patient’s record, and who saw the patient on a list',
    ofPatient,
    answer.extend({
      patient: z.object({
        id: z.int(),
        name: z.string(),
        nhsNumber: z.string().nullable(),
        dateOfBirth: z.string().nullable(),
      }),
      people: z.array(auditPerson),
    }),
  ),
  user: ask('user', 'What a user did, and what the user was refused', ofUser, answer),
  client: ask('client', 'What a FHIR client read', ofClient, answer),
  unusual: ask('unusual', 'Unusual reading of patients’ records', shortDays, answer),
  refused: ask('refused', 'Calls that were refused', auditDays, answer),
  exports: ask('exports', 'What was saved from the service as a file', auditDays, answer),
}

/** How the audit trail proves its integrity: sealed, anchored outside the database, and checked (trust DP-3). */
export const getAuditSeal = endpoint({
  method: 'GET',
  path: '/api/audit/seal',
  summary:
    'Whether the audit trail is sealed and noted outside the database, and the result of its latest check',
  input: z.object({}),
  reply: z.object({
    segments: z.int(),
    lastSealedAt: z.string().nullable(),
    unsealed: z.int(),
    /** Time of the oldest event that is not sealed yet. */
    oldestUnsealedAt: z.string().nullable(),
    /** Null if no outside place is set up. */
    anchorPlace: z.string().nullable(),
    lastAnchor: z.object({ at: z.string(), place: z.string(), segment: z.int() }).nullable(),
    lastCheck: z
      .object({
        endedAt: z.string(),
        segments: z.int(),
        events: z.int(),
        archivedEvents: z.int(),
        anchors: z.int().nullable(),
        problems: z.int(),
        firstProblem: z.string().nullable(),
      })
      .nullable(),
  }),
})
export type AuditSeal = z.output<typeof getAuditSeal.reply>

/** The users that can be asked about, including those who have left. */
export const listAuditUsers = endpoint({
  method: 'GET',
  path: '/api/audit/users',
  summary: 'Users whose events can be asked for, by name, including those who have left',
  input: z.object({}),
  reply: z.array(z.object({ id: z.int(), name: z.string() })),
})

export const auditEndpoints = [...Object.values(askAudit), listAuditUsers, getAuditSeal]
/** The input of each question, for its export. */
export const auditInputs = {
  patient: ofPatient,
  user: ofUser,
  client: ofClient,
  unusual: shortDays,
  refused: auditDays,
  exports: auditDays,
} as const satisfies Record<AuditQuestion, z.ZodType>
