import { z } from 'zod'
import { endpoint, saveCall } from '../../platform/calls/endpoint.ts'
import { fileReply, mediaTypes } from '../../platform/calls/file.ts'
import { likelyDuplicate } from '../../platform/calls/likelyDuplicate.ts'
import { addDays, today } from '../../platform/dates/dates.ts'
import {
  existingId,
  optionalCode,
  optionalText,
  requiredChoice,
  requiredDate,
  requiredText,
  version,
} from '../../platform/fields/fields.ts'
import { nextOfKinForm, patientInput } from '../../patients/patient.ts'
import { referralForm } from '../../pathways/referral/pathway.ts'
import { redFlagSignCodes } from '../../reference/redFlagSigns.ts'
import { eligibilityCodes } from './eligibility.ts'
import { declineLetterCodes, incomingStateCodes, sourceCodes } from './source.ts'
import { readSought } from './sought.ts'
import { storedTold } from './told.ts'

/*
 * Referrals that came in from outside, and what staff decide about them. Until one is accepted it is neither a patient
 * nor a referral of the record: it is on no work list and in no wait (decision 151).
 */

const nullableText = z.string().nullable()

const row = z.object({
  id: z.int(),
  version: z.int(),
  reference: z.string(),
  source: z.enum(sourceCodes),
  state: z.enum(incomingStateCodes),
  receivedAt: z.string(),
  /** The last day on which a decision is in time. */
  decideBy: z.string(),
  /** When something is to be done next: the day to decide, or to ask again; null once decided. */
  due: nullableText,
  isLate: z.boolean(),
  /** Null once what the sender wrote was removed. */
  familyName: nullableText,
  firstName: nullableText,
  dateOfBirth: nullableText,
  nhsNumber: nullableText,
  /** Who referred, in a few words. */
  sender: nullableText,
  isUrgent: z.boolean(),
  redFlags: z.array(z.enum(redFlagSignCodes)),
  eligibility: z.enum(eligibilityCodes).nullable(),
  /** How many registered patients may be this person; null once decided. */
  matches: z.int().nullable(),
  decidedAt: nullableText,
  /** A letter was written and is not printed yet. */
  hasLetterToPrint: z.boolean(),
  /** The message to the sender could not be delivered, and nobody has told them in another way. */
  isToPassOn: z.boolean(),
  /** What became known beside what the sender wrote, or after the decision. */
  notice: nullableText,
  /** The referrer sent it again after we had declined it; null if not. */
  declinedBefore: z.object({ id: z.int(), at: z.string(), reason: z.string() }).nullable(),
})
export type IncomingRow = z.output<typeof row>

/** Which incoming referrals are listed. Decided ones are those of the last 90 days. */
export const shownCodes = ['undecided', 'decided'] as const
export const mostListed = 100

export const listIncoming = endpoint({
  method: 'GET',
  path: '/api/incomingReferral/all',
  summary: `Incoming referrals: those to decide, the earliest due first, or those decided in the last 90 days; at most ${mostListed}`,
  input: z.object({ shown: optionalCode(shownCodes) }),
  reply: z.object({
    rows: z.array(row),
    /** There are more than are listed. */
    hasMore: z.boolean(),
  }),
})

export const soughtNothing = 'Enter a reference, UBRN, NHS number or family name'

/** Undecided and decided ones, however long ago. Nothing that is searched for is in the address. */
export const searchIncomingForm = z.object({
  text: requiredText(soughtNothing, 100).refine((text) => readSought(text) !== null, soughtNothing),
})

export const searchIncoming = endpoint({
  method: 'POST',
  path: '/api/incomingReferral/search',
  takesNoKey: true,
  summary: `Find incoming referrals, decided or not, by reference, UBRN, NHS number or the beginning of the family name, latest first; at most ${mostListed}`,
  input: searchIncomingForm,
  reply: listIncoming.reply,
})

export const countIncoming = endpoint({
  method: 'GET',
  path: '/api/incomingReferral/count',
  summary:
    'How many incoming referrals are to be decided, how many of them are late, and whether any can come in',
  input: z.object({}),
  reply: z.object({
    /** Whether this installation receives referrals from outside. */
    isOffered: z.boolean(),
    /** Whether one can be fetched from the NHS e-Referral Service. */
    fetchesErs: z.boolean(),
    undecided: z.int(),
    late: z.int(),
    /** The rest of what is to be done: letters that are not printed. */
    lettersToPrint: z.int(),
    /** Senders to be rung, because a message to them could not be delivered. */
    sendersToRing: z.int(),
    /** Letters that invite people of case-finding lists, and are not printed. */
    invitationsToPrint: z.int().default(0),
  }),
})

const match = likelyDuplicate.extend({
  /** Referrals of this patient that are open. */
  openReferrals: z.int(),
  isDeceased: z.boolean(),
})
export type IncomingMatch = z.output<typeof match>

/** A practice that the sender may have meant. */
const practice = z.object({ id: z.string(), name: z.string(), postcode: nullableText })

const letter = z.object({
  id: z.int(),
  version: z.int(),
  title: z.string(),
  at: z.string(),
  by: nullableText,
  printedAt: nullableText,
})

/** `interim`: the decision. `full`: what became of the referral. */
/** Whether a person of a case-finding list may be invited, or what is in the way. */
export const invitations = [
  { code: 'may', words: '' },
  { code: 'optedOut', words: 'This person asked not to be contacted. Decline, and do not ring or write.' },
  {
    code: 'died',
    words:
      'A record of this service says that this person, or somebody very like them, died. Nobody is written to. Ring the sender of the list, then decline.',
  },
  { code: 'invited', words: 'This person was invited by letter. Nobody is invited twice.' },
  {
    code: 'noAddress',
    words: 'The list gives no address, so no letter can be written. Ring the person, or ask the sender.',
  },
] as const
export type Invitation = (typeof invitations)[number]['code']
const invitationCodes = invitations.map(({ code }) => code)
export const invitationWords = (code: Invitation): string =>
  invitations.find((each) => each.code === code)?.words ?? ''

const answerToSender = z.object({
  kind: z.enum(['interim', 'full']),
  outcome: z.enum(['accepted', 'declined', 'assessed', 'ended']).nullable(),
  state: z.enum(['waiting', 'sent', 'failed']),
  at: z.string(),
  problem: nullableText,
  /** When somebody told the sender by telephone instead, and who. */
  toldAt: nullableText,
  toldBy: nullableText,
})

export const incomingView = row.extend({
  /** As the sender said it; null once it was removed. */
  told: storedTold.nullable(),
  eligibilityReasons: z.array(z.string()),
  eligibilityMissing: z.array(z.string()),
  likelyMatches: z.array(match),
  /** What the form for accepting begins with; null where nothing fits. */
  suggested: z.object({
    genderId: z.int().nullable(),
    referrerId: z.int().nullable(),
    referralMethodId: z.int().nullable(),
    practices: z.array(practice),
  }),
  askedWhat: nullableText,
  askedDate: nullableText,
  chaseDate: nullableText,
  answer: nullableText,
  declinedReferralId: z.int().nullable(),
  declinedReason: nullableText,
  declinedNote: nullableText,
  decidedBy: nullableText,
  /** Once accepted. */
  patientId: z.int().nullable(),
  pathwayId: z.int().nullable(),
  letters: z.array(letter),
  /** For a person of a case-finding list who is not decided about: whether they may be invited by letter. */
  invitation: z.enum(invitationCodes).nullable().default(null),
  /** What the sender was told by message. */
  answers: z.array(answerToSender),
})
export type IncomingView = z.output<typeof incomingView>

export const getIncoming = endpoint({
  method: 'GET',
  path: '/api/incomingReferral/get',
  summary: 'An incoming referral as it was sent, with likely matches and what NG249 says',
  input: z.object({ id: existingId() }),
  reply: incomingView,
})

const which = { id: existingId(), version: version() }

/**
 * What accepting adds to the record: the referral alone, if the person is registered, or the patient too. All of it is
 * saved, or nothing.
 */
export const acceptInput = z
  .object({
    ...which,
    /** The registered patient whom the referral is about. */
    patientId: existingId().optional(),
    /** A new patient, with id 0. */
    patient: patientInput.optional(),
    nextOfKin: nextOfKinForm.optional(),
    /** The user is sure that it is the patient, whose NHS number is another one than was sent. */
    otherNumberConfirmed: z.boolean().optional(),
    /** Without the received day: it is the day on which the referral came in. */
    referral: referralForm.omit({ unusualConfirmed: true, receivedDate: true }),
  })
  .refine(({ patientId, patient }) => (patientId === undefined) !== (patient === undefined), {
    error: 'Choose the registered patient, or register a new one',
    path: ['patientId'],
  })

export const acceptIncoming = endpoint({
  method: 'POST',
  path: '/api/incomingReferral/accept',
  summary:
    'Accept an incoming referral: registers the person if need be, and records the referral, in one step',
  identityIn: 'patient',
  input: acceptInput,
  reply: z.object({ id: z.int(), version: z.int(), patientId: z.int(), pathwayId: z.int() }),
})

export const declineFields = {
  declinedReferralId: requiredChoice('Say why the referral is declined'),
  declinedNote: optionalText(1000),
  /** For the referral of a relative: the person if absent. Required if the person did not say that they agree. */
  letterTo: optionalCode(declineLetterCodes),
}
/** The person must not be contacted because of any case-finding list. */
const doNotContact = z.boolean().optional()
export const declineForm = z.object({ ...declineFields, doNotContact })

export const declineIncoming = endpoint({
  method: 'POST',
  path: '/api/incomingReferral/decline',
  summary: 'Decline an incoming referral with the reason; writes the letter and tells the sender',
  input: z.object({ ...which, ...declineFields, doNotContact }),
  /** Without a letter its id is null. */
  reply: z.object({ id: z.int(), version: z.int(), letterId: z.int().nullable() }),
})

/** The latest day on which the sender may be asked again. */
const mostDaysToAnswer = 28
const dayOfAnswer = (missing: string) =>
  requiredDate(missing).refine((day) => day > today() && day <= addDays(today(), mostDaysToAnswer), {
    error: `Choose a day after today, at most ${mostDaysToAnswer} days ahead`,
  })
const askFields = {
  askedWhat: requiredText('Say what you need to know', 1000),
  chaseDate: dayOfAnswer('Day to ask again required'),
}
export const askForm = z.object(askFields)

export const askForMore = saveCall({
  path: '/api/incomingReferral/ask',
  summary: 'Ask the sender of an incoming referral for more, with the day to ask again',
  input: z.object({ ...which, ...askFields }),
})

/** By default people have two weeks to answer an invitation. */
export const usualDaysToAnswer = 14
const inviteFields = { chaseDate: dayOfAnswer('Day of the answer required') }
export const inviteForm = z.object(inviteFields)

export const inviteIncoming = endpoint({
  method: 'POST',
  path: '/api/incomingReferral/invite',
  summary: 'Invite a person of a case-finding list by letter, with the day by which an answer is expected',
  input: z.object({ ...which, ...inviteFields }),
  reply: z.object({ id: z.int(), version: z.int(), letterId: z.int() }),
})

const answerFields = { answer: requiredText('Say what you were told', 2000) }
export const answerForm = z.object(answerFields)

export const recordAnswer = saveCall({
  path: '/api/incomingReferral/answer',
  summary: 'Record what the sender answered; the incoming referral is then to be decided',
  input: z.object({ ...which, ...answerFields }),
})

export const reopenIncoming = saveCall({
  path: '/api/incomingReferral/reopen',
  summary: 'Undo the declining of an incoming referral; it is then to be decided again',
  input: z.object(which),
})

export const toldByTelephone = saveCall({
  path: '/api/incomingReferral/toldByTelephone',
  summary: 'Record that the sender was told by telephone what could not be sent as a message',
  input: z.object(which),
})

export const printIncomingLetter = saveCall({
  path: '/api/incomingReferral/printLetter',
  summary: 'Mark a letter about an incoming referral as printed',
  input: z.object(which),
})

export const incomingLetter = endpoint({
  method: 'GET',
  path: '/api/incomingReferral/letter',
  summary: 'A letter about an incoming referral, as a PDF',
  files: [mediaTypes.pdf],
  input: z.object({ id: existingId() }),
  reply: fileReply,
})

export const incomingEndpoints = [
  listIncoming,
  searchIncoming,
  countIncoming,
  getIncoming,
  acceptIncoming,
  declineIncoming,
  askForMore,
  inviteIncoming,
  recordAnswer,
  reopenIncoming,
  toldByTelephone,
  printIncomingLetter,
  incomingLetter,
] as const
