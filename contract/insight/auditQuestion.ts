import { z } from 'zod'
import type { AuditQuestion } from './auditQuestionNames.ts'
import { addDays } from '../platform/dates/dates.ts'
import { endpoint } from '../platform/calls/endpoint.ts'
import { existingId, requiredDate } from '../platform/fields/fields.ts'
import { formatDateTime } from '../platform/words/format.ts'
import type { Column } from '../platform/words/grid.ts'

/*
 * What Information Governance asks of the audit trail (trust DP-5), each of the last days, weeks or months. To ask is itself
 * in the audit trail.
 */

/** What is listed on screen at most, newest first; a file has all. */
export const mostEventsShown = 1000

export const auditRow = z.object({
  /** Tells the row from others of the same reply. */
  id: z.string(),
  /** Of several times, the last. */
  at: z.string(),
  who: z.string(),
  /** Null where nobody was signed in. */
  userId: z.int().nullable(),
  role: z.string().nullable(),
  patientId: z.int().nullable(),
  /** The name of one patient, or how many there were. */
  patient: z.string().nullable(),
  nhsNumber: z.string().nullable(),
  /** In words. */
  what: z.string(),
  times: z.int(),
  /** From which address of the network. */
  address: z.string().nullable(),
})
export type AuditRow = z.output<typeof auditRow>

const day = { sortValue: ({ at }: AuditRow) => at }
/** Every column that an answer can have. */
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

/** What each answer shows, in this order. */
export const columnsOfQuestion: Record<AuditQuestion, readonly Column<AuditRow>[]> = {
  patient: [auditColumns.at, auditColumns.who, auditColumns.role, auditColumns.what, auditColumns.address],
  user: [
    ...[auditColumns.at, auditColumns.what, auditColumns.patient, auditColumns.nhsNumber],
    ...[auditColumns.role, auditColumns.address],
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

/** Days in London, both counted (CS-12). */
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
/** Unusual reading compares everything with everything, so it looks at this many days at most. */
export const mostDaysUnusual = 31
const isShort = ({ dateFrom, dateTo }: Days): boolean => dateTo < addDays(dateFrom, mostDaysUnusual)
const shortMessage = { error: `Choose at most ${mostDaysUnusual} days`, path: ['dateTo'] }

export const auditDays = days.refine(inOrder, orderMessage)
export const unusualDays = auditDays.refine(isShort, shortMessage)
const ofPatient = days.extend({ patientId: existingId() }).refine(inOrder, orderMessage)
const ofUser = days.extend({ userId: existingId() }).refine(inOrder, orderMessage)

/** Who had to do with a patient, in one line for each person: for a page that the patient can be given. */
export const auditPerson = z.object({
  who: z.string(),
  role: z.string().nullable(),
  first: z.string(),
  last: z.string(),
  opened: z.int(),
  changed: z.int(),
  /** How often the patient stood on a list or in a report that the person looked at. */
  listed: z.int(),
})
export type AuditPerson = z.output<typeof auditPerson>

const answer = z.object({
  rows: z.array(auditRow),
  /** Whether there are more than are shown. */
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
  unusual: ask('unusual', 'Reading of patients’ records that is worth a question', unusualDays, answer),
  refused: ask('refused', 'Calls that were refused', auditDays, answer),
  exports: ask('exports', 'What left the service as a file', auditDays, answer),
}

/** How the audit trail proves itself: sealed, noted outside, checked (trust DP-3). */
export const getAuditSeal = endpoint({
  method: 'GET',
  path: '/api/audit/seal',
  summary:
    'Whether the audit trail is sealed, noted outside the database, and as it was when it was checked last',
  input: z.object({}),
  reply: z.object({
    segments: z.int(),
    lastSealedAt: z.string().nullable(),
    unsealed: z.int(),
    /** Of the events that are not sealed yet. */
    oldestUnsealedAt: z.string().nullable(),
    /** Null when no place outside is set up. */
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

/** Whom one can ask about, also those who have left. */
export const listAuditUsers = endpoint({
  method: 'GET',
  path: '/api/audit/users',
  summary: 'The users whose events can be asked for, by name, with those who have left',
  input: z.object({}),
  reply: z.array(z.object({ id: z.int(), name: z.string() })),
})

export const auditEndpoints = [...Object.values(askAudit), listAuditUsers, getAuditSeal]
/** What each question is asked with, for its export. */
export const auditInputs = {
  patient: ofPatient,
  user: ofUser,
  unusual: unusualDays,
  refused: auditDays,
  exports: auditDays,
} as const satisfies Record<AuditQuestion, z.ZodType>
