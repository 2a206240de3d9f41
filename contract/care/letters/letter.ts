import { z } from 'zod'
import { endpoint, saveCall } from '../../platform/calls/endpoint.ts'
import { existingId, recordId, requiredText, version } from '../../platform/fields/fields.ts'
import { fileReply } from '../../platform/calls/file.ts'
import { flagChip } from '../../patients/flags/chips.ts'
import { letterheadReply } from './letterhead.ts'
import { letterRecipients, letterSizes, type LetterSize } from './recipients.ts'
import { letterWords } from './template.ts'
import { dispatchStates, outsideWays, ways } from './ways.ts'

/*
 * A letter is a draft until it is signed. A signed letter never changes: a mistake is corrected by another letter,
 * which states that it replaces the first (decision 110).
 */

const nullableText = z.string().nullable()
/** Working days after which an unsent letter is late. Must be whole weeks, that is a multiple of five. */
export const letterWorkingDays = 5
const recipient = z.enum(letterRecipients.map(({ code }) => code))
const size = z.enum(Object.keys(letterSizes) as [LetterSize, ...LetterSize[]])

/** Everything on the paper except the title and the body. */
export const letterFrame = z.object({
  head: letterheadReply.omit({ version: true }),
  /** Name and address, as on an envelope. */
  to: z.array(z.string()),
  /** The lines that say whom the letter is about. */
  about: z.array(z.string()),
  date: z.string(),
  size,
})
export type LetterFrame = z.output<typeof letterFrame>

/** The letter as it is drawn, both on the screen before signing and on paper. */
export interface LetterOnPaper extends LetterFrame {
  title: string
  body: string
  /** Null until the letter is signed. */
  signedBy: string | null
  /** Profession and registration of the signatory, if recorded. */
  signedAs?: string | null
  /** Printed at the foot of every page. */
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
  /** Why such a letter cannot be signed; null if it can. */
  refusal: nullableText,
  /** Points to consider before signing. */
  concerns: z.array(z.string()),
  /** The appointments to choose from; absent if the letter is not about an appointment. */
  appointments: z.array(z.object({ id: z.int(), words: z.string() })).optional(),
  /** The chosen appointment; null if none is chosen. */
  appointmentId: z.int().nullable().optional(),
})
export type ComposedLetter = z.output<typeof composedLetter>

/** What became of it, and when. The words name nobody. */
export const dispatchStep = z.object({ at: z.string(), state: z.enum(dispatchStates), words: z.string() })

export const letterDispatch = z.object({
  id: z.int(),
  way: z.enum(ways),
  state: z.enum(dispatchStates),
  /** The e-mail address, or the mailbox or code of the practice in MESH; null for a printed or posted letter. */
  address: nullableText,
  /** Shared by all letters printed together. */
  printId: z.int().nullable(),
  at: z.string(),
  by: nullableText,
  failure: nullableText,
  /** In the order in which they happened (an addition). */
  steps: z.array(dispatchStep).optional(),
})
export type LetterDispatch = z.output<typeof letterDispatch>

export const letterDraft = z.object({
  id: z.int(),
  version: z.int(),
  templateId: z.int(),
  templateName: z.string(),
  recipient,
  title: z.string(),
  body: z.string(),
  correctsId: z.int().nullable(),
  /** The appointment the letter is about. */
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
  /** Profession and registration of the signatory. */
  signedAs: nullableText.optional(),
  signedAt: z.string(),
  documentId: z.int(),
  /** The appointment the letter is about. */
  appointmentId: z.int().nullable().optional(),
  /** The letter that this one replaces, and the letter that replaces this one. */
  correctsId: z.int().nullable(),
  correctedById: z.int().nullable(),
  /**
   * The address at which the practice accepts letters by e-mail; null if it accepts none, and for letters to
   * patients.
   */
  mailAddress: nullableText,
  /** The ways in which a service outside would take it (an addition). */
  outsideWays: z.array(z.enum(outsideWays)).optional(),
  /** Why the letter can no longer be sent, as a sentence; null if it can. */
  held: nullableText,
  dispatches: z.array(letterDispatch),
  /** That it need not be sent any more, and why (an addition). */
  notNeeded: z.object({ reason: z.string(), by: nullableText, at: z.string() }).nullable().optional(),
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
  /** The ways in which a service outside would take it (an addition). */
  outsideWays: z.array(z.enum(outsideWays)).optional(),
  held: nullableText,
  /** Why the last attempt to send it failed. */
  failure: nullableText,
  /** The last attempt, which failed, in words (an addition). */
  failed: nullableText.optional(),
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

/** Most rows in each list of letters: those waiting longest, and those sent last. */
export const mostLettersShown = 500
/** Most letters in one PDF. */
export const mostPrinted = 100

/** The content of a new letter or of a stored draft. */
const words = {
  pathwayId: existingId(),
  templateId: existingId(),
  correctsId: existingId().optional(),
  /** The appointment that an invitation, or a letter about a missed appointment, refers to. */
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
  summary: 'Letters of a referral, signed and not yet signed, and how each was sent',
  input: z.object({ pathwayId: existingId() }),
  reply: pathwayLetters,
})

export const saveLetter = saveCall({
  path: '/api/letter/save',
  summary: 'Save a draft letter (id 0), or change it',
  input: z.object({ id: recordId(), version: version(), ...words }),
})

export const discardLetter = saveCall({
  path: '/api/letter/discard',
  summary: 'Discard a draft letter',
  input: z.object({ id: existingId(), version: version(), pathwayId: existingId() }),
})

export const signLetter = endpoint({
  method: 'POST',
  path: '/api/letter/sign',
  summary: 'Sign a letter: it is stored as a PDF among the documents of the referral and never changes again',
  input: z.object({
    /** The draft to sign; 0 for a letter that was never stored as a draft. */
    id: recordId(),
    version: version(),
    ...words,
    /** The user has considered the concerns that the service shows before a letter to this recipient. */
    concernsConfirmed: z.boolean().optional(),
  }),
  reply: z.object({ id: z.int(), version: z.int(), documentId: z.int() }),
})

export const listUnsentLetters = endpoint({
  method: 'GET',
  path: '/api/letter/unsent',
  summary: `Signed letters that have not been sent yet, oldest first: ${mostLettersShown} at most`,
  input: z.object({}),
  reply: z.array(unsentLetter),
})

export const listSentLetters = endpoint({
  method: 'GET',
  path: '/api/letter/sent',
  summary: `How letters were sent, latest first: ${mostLettersShown} at most; \`state\` shows only those of this outcome`,
  input: z.object({ state: z.enum(dispatchStates).optional() }),
  reply: z.array(sentLetter),
})

export const printLetters = saveCall({
  path: '/api/letter/print',
  summary: 'Mark letters as printed together; the id in the reply fetches the PDF',
  input: z.object({
    ids: z
      .array(existingId())
      .min(1, 'Choose at least one letter')
      .max(mostPrinted, `Choose ${mostPrinted} letters at most`),
  }),
})

export const printedLetters = endpoint({
  method: 'GET',
  path: '/api/letter/printed',
  summary: 'The letters that were printed together, as one PDF',
  files: ['application/pdf'],
  input: z.object({ id: existingId() }),
  reply: fileReply,
})

export const mailLetter = saveCall({
  path: '/api/letter/mail',
  summary: 'Mail a signed letter to the practice, if it accepts letters by mail',
  input: z.object({ id: existingId(), pathwayId: existingId() }),
})

export const sendLetter = saveCall({
  path: '/api/letter/send',
  summary: 'Send a signed letter by MESH to the practice, or by GOV.UK Notify as post',
  input: z.object({ id: existingId(), pathwayId: existingId(), way: z.enum(outsideWays) }),
})

/** Why a letter need not be sent. */
export const letterNotNeededForm = z.object({
  reason: requiredText('Say why this letter is no longer needed', 500),
})

export const letterNotNeeded = saveCall({
  path: '/api/letter/notNeeded',
  summary: 'Note that a signed letter that was not sent, or did not arrive, is no longer needed',
  input: z.object({ id: existingId(), pathwayId: existingId(), ...letterNotNeededForm.shape }),
})

export const countNotArrived = endpoint({
  method: 'GET',
  path: '/api/letter/notArrived',
  summary: 'How many letters did not arrive and were neither sent another way nor given up',
  input: z.object({}),
  reply: z.object({ letters: z.int() }),
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
  sendLetter,
  letterNotNeeded,
  countNotArrived,
] as const
