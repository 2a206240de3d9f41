import { z } from 'zod'
import { endpoint } from '../../platform/calls/endpoint.ts'
import { existingId, recordId, saved, version } from '../../platform/fields/fields.ts'
import { fileReply } from '../../platform/calls/file.ts'
import { flagChip } from '../../patients/flags/chips.ts'
import { letterheadReply } from './letterhead.ts'
import { letterRecipients, letterSizes, type LetterSize } from './recipients.ts'
import { letterWords } from './template.ts'

/*
 * A letter is a draft until it is signed. A signed letter is never changed: what was wrong in it is put right by another letter,
 * which says that it takes its place (decision 110).
 */

const nullableText = z.string().nullable()
/** Whole weeks of working days after which a letter that has not left is late. */
export const letterWorkingDays = 5
const recipient = z.enum(letterRecipients.map(({ code }) => code))
const size = z.enum(Object.keys(letterSizes) as [LetterSize, ...LetterSize[]])

/** All that stands on the paper but for title and words. */
export const letterFrame = z.object({
  head: letterheadReply.omit({ version: true }),
  /** Name and address as on an envelope. */
  to: z.array(z.string()),
  /** Whom the letter is about, line by line. */
  about: z.array(z.string()),
  date: z.string(),
  size,
})
export type LetterFrame = z.output<typeof letterFrame>

/** As it is drawn: on the screen before it is signed, and on paper. */
export interface LetterOnPaper extends LetterFrame {
  title: string
  body: string
  /** Null while it is not signed. */
  signedBy: string | null
  /** Profession and registration of whoever signed, where they are recorded. */
  signedAs?: string | null
  /** At the foot of every page. */
  identity: string
}

/** 'Priya Nair, Physiotherapist, HCPC PH123456' */
export const signatureOf = (signedBy: string, signedAs: string | null | undefined): string =>
  signedAs == null ? signedBy : `${signedBy}, ${signedAs}`

export const composedLetter = z.object({
  templateId: z.int(),
  templateName: z.string(),
  recipient,
  title: z.string(),
  body: z.string(),
  frame: letterFrame,
  identity: z.string(),
  /** Why no such letter can be signed; null when one can. */
  refusal: nullableText,
  /** What has to be thought about before it is signed. */
  concerns: z.array(z.string()),
  /** The appointments that the letter can be about, of which one is chosen; absent where it is about none. */
  appointments: z.array(z.object({ id: z.int(), words: z.string() })).optional(),
  /** The chosen one; null while none is. */
  appointmentId: z.int().nullable().optional(),
})
export type ComposedLetter = z.output<typeof composedLetter>

/** How a letter left. */
export const letterWays = [
  { code: 'print', title: 'Printed' },
  { code: 'mail', title: 'By mail' },
] as const
const ways = letterWays.map(({ code }) => code)
/** 'queued': it is on its way to the mail server; 'accepted': that server took it. Whether it was read nobody says. */
const dispatchStates = ['printed', 'queued', 'accepted', 'failed'] as const

export const letterDispatch = z.object({
  id: z.int(),
  way: z.enum(ways),
  state: z.enum(dispatchStates),
  /** The mail address; null on paper. */
  address: nullableText,
  /** Of those that were printed together. */
  printId: z.int().nullable(),
  at: z.string(),
  by: nullableText,
  failure: nullableText,
})
export type LetterDispatch = z.output<typeof letterDispatch>

export const dispatchWords = ({ way, state }: Pick<LetterDispatch, 'way' | 'state'>): string => {
  if (way === 'print') return 'Printed'
  if (state === 'queued') return 'Being mailed'
  return state === 'accepted' ? 'Mailed: the mail server took it' : 'Not mailed'
}

export const letterDraft = z.object({
  id: z.int(),
  version: z.int(),
  templateId: z.int(),
  templateName: z.string(),
  recipient,
  title: z.string(),
  body: z.string(),
  correctsId: z.int().nullable(),
  /** The appointment that the letter is about. */
  appointmentId: z.int().nullable().optional(),
  changedBy: nullableText,
  changedAt: z.string(),
})
export type LetterDraft = z.output<typeof letterDraft>

export const signedLetter = z.object({
  id: z.int(),
  templateId: z.int(),
  templateVersion: z.int(),
  recipient,
  title: z.string(),
  body: z.string(),
  frame: letterFrame,
  identity: z.string(),
  signedBy: z.string(),
  /** Profession and registration of whoever signed it. */
  signedAs: nullableText.optional(),
  signedAt: z.string(),
  documentId: z.int(),
  /** The appointment that it is about. */
  appointmentId: z.int().nullable().optional(),
  /** The letter whose place it takes, and the one that takes its place. */
  correctsId: z.int().nullable(),
  correctedById: z.int().nullable(),
  /** Where the practice takes letters by mail; null where it does not, and of letters to patients. */
  mailAddress: nullableText,
  /** Why it cannot be sent any more, in a sentence; null while it can. */
  held: nullableText,
  dispatches: z.array(letterDispatch),
})
export type SignedLetter = z.output<typeof signedLetter>

export const pathwayLetters = z.object({ drafts: z.array(letterDraft), letters: z.array(signedLetter) })
export type PathwayLetters = z.output<typeof pathwayLetters>

const whose = {
  patientId: z.int(),
  pathwayId: z.int(),
  familyName: z.string(),
  firstName: nullableText,
  namePrefix: nullableText,
  nhsNumber: nullableText,
  flags: z.array(flagChip),
  isWithheld: z.literal(true).optional(),
}

export const unsentLetter = z.object({
  id: z.int(),
  ...whose,
  title: z.string(),
  recipient,
  signedBy: z.string(),
  signedAt: z.string(),
  mailAddress: nullableText,
  held: nullableText,
  /** Why the last try to mail it did not succeed. */
  failure: nullableText,
})
export type UnsentLetter = z.output<typeof unsentLetter>

export const sentLetter = z.object({
  ...whose,
  id: z.int(),
  title: z.string(),
  recipient,
  dispatch: letterDispatch,
})
export type SentLetter = z.output<typeof sentLetter>

/** Most rows of the lists of letters: the longest waiting, and the latest sent. */
export const mostLettersShown = 500
/** Most letters of one PDF. */
export const mostPrinted = 100

/** A new letter, or the draft it was kept as. */
const words = {
  pathwayId: existingId(),
  templateId: existingId(),
  correctsId: existingId().optional(),
  /** The appointment that an invitation or a letter about a missed one is about. */
  appointmentId: existingId().optional(),
  ...letterWords,
}
export const letterForm = z.object({ ...letterWords, concernsConfirmed: z.boolean().optional() })

export const composeLetter = endpoint({
  method: 'GET',
  path: '/api/letter/compose',
  summary: 'A letter of a template, filled in for a referral; nothing is stored',
  input: z.object({
    pathwayId: existingId(),
    templateId: existingId(),
    correctsId: existingId().optional(),
    appointmentId: existingId().optional(),
  }),
  reply: composedLetter,
})

export const lettersOfPathway = endpoint({
  method: 'GET',
  path: '/api/letter/ofPathway',
  summary: 'Letters of a referral, signed and not yet signed, and how each left',
  input: z.object({ pathwayId: existingId() }),
  reply: pathwayLetters,
})

export const saveLetter = endpoint({
  method: 'POST',
  path: '/api/letter/save',
  summary: 'Keep a letter that is not signed yet (id 0), or change it',
  input: z.object({ id: recordId(), version: version(), ...words }),
  reply: saved,
})

export const discardLetter = endpoint({
  method: 'POST',
  path: '/api/letter/discard',
  summary: 'Take away a letter that was never signed',
  input: z.object({ id: existingId(), version: version(), pathwayId: existingId() }),
  reply: saved,
})

export const signLetter = endpoint({
  method: 'POST',
  path: '/api/letter/sign',
  summary: 'Sign a letter: it is stored as a PDF among the documents of the referral and never changes again',
  input: z.object({
    /** The draft that is signed; 0 for a letter that was not kept before. */
    id: recordId(),
    version: version(),
    ...words,
    /** The person thought about what the service asked before a letter to this recipient. */
    concernsConfirmed: z.boolean().optional(),
  }),
  reply: z.object({ id: z.int(), version: z.int(), documentId: z.int() }),
})

export const listUnsentLetters = endpoint({
  method: 'GET',
  path: '/api/letter/unsent',
  summary: `Signed letters that have not left yet, the oldest first: ${mostLettersShown} at most`,
  input: z.object({}),
  reply: z.array(unsentLetter),
})

export const listSentLetters = endpoint({
  method: 'GET',
  path: '/api/letter/sent',
  summary: `How letters left, the latest first: ${mostLettersShown} at most`,
  input: z.object({}),
  reply: z.array(sentLetter),
})

export const printLetters = endpoint({
  method: 'POST',
  path: '/api/letter/print',
  summary: 'Note letters as printed, together; the PDF is had with the id that is answered',
  input: z.object({
    ids: z
      .array(existingId())
      .min(1, 'Choose at least one letter')
      .max(mostPrinted, `Choose ${mostPrinted} letters at most`),
  }),
  reply: saved,
})

export const printedLetters = endpoint({
  method: 'GET',
  path: '/api/letter/printed',
  summary: 'The letters that were printed together, as one PDF',
  files: ['application/pdf'],
  input: z.object({ id: existingId() }),
  reply: fileReply,
})

export const mailLetter = endpoint({
  method: 'POST',
  path: '/api/letter/mail',
  summary: 'Mail a signed letter to the practice, where it takes letters by mail',
  input: z.object({ id: existingId(), pathwayId: existingId() }),
  reply: saved,
})

export const letterEndpoints = [
  composeLetter,
  lettersOfPathway,
  saveLetter,
  discardLetter,
  signLetter,
  listUnsentLetters,
  listSentLetters,
  printLetters,
  printedLetters,
  mailLetter,
] as const
