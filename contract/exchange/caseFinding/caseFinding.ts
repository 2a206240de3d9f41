import { z } from 'zod'
import { endpoint } from '../../platform/calls/endpoint.ts'
import { fileReply, mediaTypes } from '../../platform/calls/file.ts'
import { addMonths, today } from '../../platform/dates/dates.ts'
import { existingId, requiredDate, requiredText, version, wholeNumber } from '../../platform/fields/fields.ts'
import { listKindCodes } from './listKind.ts'

/*
 * Lists of people who may need the service (decision 155). The people on a list asked for nothing: they are neither
 * patients nor referrals. Staff send them to triage a few at a time.
 */

/** More people than this come by `npm run import`. */
export const mostRowsOnScreen = 5000

/** In bytes: as base64 and in JSON well under the largest request. */
export const partBytes = 180_000
/** A list of the largest size has about 2 million bytes. */
const mostParts = 100

/** A list that is older says little of who needs the service now, and its people would soon be removed. */
const mostMonths = 12

export const longestSender = 200
export const longestLegalBasis = 500

/** What is said of a list beside its rows. */
export const listFields = {
  kind: z.enum(listKindCodes, { error: 'Choose what the list is of' }),
  sender: requiredText('Say who sent the list', longestSender),
  listDate: requiredDate('Day of the list required', { done: true }).refine(
    (day) => day === '' || day >= addMonths(today(), -mostMonths),
    { error: `The list is over ${mostMonths} months old: ask for a new one` },
  ),
  legalBasis: requiredText(
    'Say on which legal basis the service may hold these names and write to these people',
    longestLegalBasis,
  ),
}

export const startListUpload = endpoint({
  method: 'POST',
  path: '/api/caseFinding/start',
  summary:
    'Start to upload a case-finding list; uploads of the user that were begun over an hour ago are discarded',
  input: z.object({}),
  reply: z.object({ id: z.int() }),
})

export const addListPart = endpoint({
  method: 'POST',
  path: '/api/caseFinding/part',
  maximumBodyBytes: 1024 * 1024,
  summary: 'The next bytes of the file, in base64',
  input: z.object({
    id: existingId(),
    part: wholeNumber('Not a valid part', { from: 1, to: mostParts }),
    bytes: z
      .base64()
      .min(1)
      .max(Math.ceil(partBytes / 3) * 4),
  }),
  reply: z.object({ id: z.int() }),
})

/** Why a person on a list is not sent to triage; each person has the first that applies. */
export const notSentReasons = [
  { code: 'died', title: 'Died, by the record' },
  { code: 'optedOut', title: 'Asked not to be contacted' },
  { code: 'openReferral', title: 'Registered, with an open referral' },
  { code: 'inInbox', title: 'Among the referrals to triage already' },
  { code: 'declined', title: 'Declined in the last 12 months' },
] as const
export type NotSentReason = (typeof notSentReasons)[number]['code']
export const notSentCodes = notSentReasons.map(({ code }) => code)

const notSent = z.object({
  died: z.int(),
  optedOut: z.int(),
  openReferral: z.int(),
  inInbox: z.int(),
  declined: z.int(),
} satisfies Record<NotSentReason, z.ZodType>)
export type NotSentCounts = z.output<typeof notSent>

/** No content of a cell: it is on a screen, and the file for download says the rest. */
const rowFault = z.object({ row: z.int(), column: z.string(), text: z.string(), isRefused: z.boolean() })
/** What happens to a row because of a fault. A fault of no column concerns the whole row. */
export const faultOutcome = ({
  column,
  isRefused,
}: Pick<z.output<typeof rowFault>, 'column' | 'isRefused'>) =>
  isRefused ? 'Refused' : column === '' ? 'Left out' : 'Loaded without this cell'
/** Maximum number of faults in a reply. */
export const mostFaults = 50

/** What a file does, or would do. */
export const listReport = z.object({
  rows: z.int(),
  /** People whom this file adds. */
  added: z.int(),
  /** On a list of the same kind, sender and day already. */
  listedBefore: z.int(),
  /** Rows that name somebody whom an earlier row of the file names. */
  repeated: z.int(),
  refused: z.int(),
  /** Rows that are added without a cell that could not be read. */
  incomplete: z.int(),
  /** Of those whom the file adds: who is not sent to triage, and why. */
  notSent,
  /** Names of columns that are not read. */
  unreadColumns: z.array(z.string()),
  /** The first faults. */
  faults: z.array(rowFault),
})
export type ListReport = z.output<typeof listReport>

const described = { kind: listFields.kind, sender: listFields.sender, listDate: listFields.listDate }

export const checkList = endpoint({
  method: 'POST',
  path: '/api/caseFinding/check',
  summary: 'A dry run: what the uploaded list would do, and which rows are refused; nothing is stored',
  input: z.object({ id: existingId(), ...described }),
  reply: listReport,
})

export const listFaults = endpoint({
  method: 'GET',
  path: '/api/caseFinding/faults',
  summary: 'Every row of the uploaded list that is to be corrected, with what is wrong',
  files: [mediaTypes.csv],
  input: z.object({ id: existingId() }),
  reply: fileReply,
})

export const loadList = endpoint({
  method: 'POST',
  path: '/api/caseFinding/load',
  summary: 'Load the checked list in one transaction; a list that was loaded before changes nothing',
  input: z.object({ id: existingId(), ...listFields }),
  reply: z.object({ id: z.int(), report: listReport }),
})

const listRow = z.object({
  id: z.int(),
  version: z.int(),
  kind: z.enum(listKindCodes),
  sender: z.string(),
  listDate: z.string(),
  people: z.int(),
  /** How many were sent to triage. */
  sent: z.int(),
  loadedAt: z.string(),
  loadedBy: z.string().nullable(),
  /** When what was said of its people was removed. */
  removedAt: z.string().nullable(),
})
export type CaseFindingRow = z.output<typeof listRow>

export const allLists = endpoint({
  method: 'GET',
  path: '/api/caseFinding/all',
  summary: 'The case-finding lists, the latest first',
  input: z.object({}),
  reply: z.object({ rows: z.array(listRow) }),
})

export const listView = listRow.extend({
  legalBasis: z.string(),
  /** Of those who were not sent: who will not be, and why. */
  notSent,
  /** How many can be sent to triage, and how many of them NG249 names. */
  toSend: z.int(),
  toSendNamed: z.int(),
})
export type CaseFindingView = z.output<typeof listView>

export const getList = endpoint({
  method: 'GET',
  path: '/api/caseFinding/get',
  summary: 'A case-finding list: how many of its people can be sent to triage, and who is not and why',
  input: z.object({ id: existingId() }),
  reply: listView,
})

export const usualRound = 20
export const mostInRound = 100

export const sendFields = {
  count: wholeNumber(`Send 1 to ${mostInRound} people at a time`, { from: 1, to: mostInRound }),
}
export const sendForm = z.object(sendFields)

export const sendToTriage = endpoint({
  method: 'POST',
  path: '/api/caseFinding/send',
  summary:
    'Send the next people of a list to triage: those whom NG249 names first, then those with a red flag, then by row',
  input: z.object({ id: existingId(), version: version(), ...sendFields }),
  reply: z.object({ id: z.int(), version: z.int(), sent: z.int() }),
})

export const listTemplate = endpoint({
  method: 'GET',
  path: '/api/caseFinding/template',
  summary: 'An empty list with the names of all columns, as CSV',
  files: [mediaTypes.csv],
  input: z.object({}),
  reply: fileReply,
})

export const caseFindingEndpoints = [
  allLists,
  getList,
  startListUpload,
  addListPart,
  checkList,
  listFaults,
  loadList,
  sendToTriage,
  listTemplate,
] as const
