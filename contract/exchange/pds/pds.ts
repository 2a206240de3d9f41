import { z } from 'zod'
import { pdsOutcomes, type PdsOutcome } from '../../patients/numberStatus.ts'
import { endpoint } from '../../platform/calls/endpoint.ts'
import { existingId, optionalChoice, optionalDate, optionalText } from '../../platform/fields/fields.ts'
import { digitsOf, isNhsNumber, isNotIssued, nhsNumberLength } from '../../platform/fields/nhsNumber.ts'
import { nhsNumberInvalid } from '../../patients/patient.ts'

const nullableText = z.string().nullable()

/** The parts of a record that PDS may say has ended, with the day. */
export const endingParts = [
  'address',
  'phoneHome',
  'phoneWork',
  'phoneMobile',
  'email',
  'registeredGP',
] as const

/** Whom PDS found, in the words and ids of this service. Of a sensitive person all after `death` is null. */
export const pdsPerson = z.object({
  nhsNumber: z.string(),
  /** The number that was asked about, if PDS replaced it by `nhsNumber`. */
  supersededNumber: nullableText,
  familyName: nullableText,
  firstName: nullableText,
  title: nullableText,
  /** The title in our list; null if it is not there. */
  namePrefix: z.int().nullable(),
  gender: nullableText,
  genderId: z.int().nullable(),
  dateOfBirth: nullableText,
  /** PDS marks the record as sensitive: nobody may be shown where the person is. */
  isSensitive: z.boolean(),
  death: z.object({ day: nullableText, isFormal: z.boolean() }).nullable(),
  address: z
    .object({
      addressLine1: z.string(),
      addressLine2: z.string(),
      addressLine3: z.string(),
      town: z.string(),
      county: z.string(),
      postcode: z.string(),
    })
    .nullable(),
  phoneHome: nullableText,
  phoneWork: nullableText,
  phoneMobile: nullableText,
  email: nullableText,
  /** The name is null if the practice is not among our organisations. */
  practice: z.object({ code: z.string(), name: nullableText, postcode: nullableText }).nullable(),
  ended: z.partialRecord(z.enum(endingParts), z.string()),
})
export type PdsPerson = z.output<typeof pdsPerson>

export const traceReply = z.object({
  /** Names this answer in a save, so that the server can compare what is saved with it. */
  traceId: z.int(),
  outcome: z.enum(pdsOutcomes),
  /** How long PDS asks us to wait. */
  waitSeconds: z.int().nullable(),
  person: pdsPerson.nullable(),
  /** Another patient here has the number of the person. */
  isTaken: z.boolean(),
  /** That patient, if the user may see the record. */
  takenBy: z.int().nullable(),
})
export type TraceReply = z.output<typeof traceReply>

const sought = z.object({
  nhsNumber: optionalText(nhsNumberLength),
  familyName: optionalText(35),
  firstName: optionalText(35),
  dateOfBirth: optionalDate({ done: true }),
  genderId: optionalChoice(),
  postcode: optionalText(10),
})

export const notIssued = 'This number is in a range that is not issued to patients. Check its digits.'

/** By its number, or by name and day of birth. */
const traceInput = sought
  .superRefine(({ nhsNumber, familyName, dateOfBirth }, context) => {
    const digits = digitsOf(nhsNumber ?? '')
    if (digits !== '') {
      if (!isNhsNumber(digits))
        context.addIssue({
          code: 'custom',
          path: ['nhsNumber'],
          message: isNotIssued(digits) ? notIssued : nhsNumberInvalid,
        })
      return
    }
    const needs = 'To trace without an NHS number, enter the family name and the date of birth'
    if (!familyName) context.addIssue({ code: 'custom', path: ['familyName'], message: needs })
    if (!dateOfBirth) context.addIssue({ code: 'custom', path: ['dateOfBirth'], message: needs })
  })
  .transform(({ nhsNumber, ...others }) => ({ ...others, nhsNumber: digitsOf(nhsNumber ?? '') || null }))

export const tracePerson = endpoint({
  method: 'POST',
  path: '/api/pds/trace',
  takesNoKey: true,
  summary: 'Ask the Personal Demographics Service who somebody is, before they are registered',
  input: traceInput,
  reply: traceReply,
})

export const checkPatient = endpoint({
  method: 'POST',
  path: '/api/pds/check',
  summary: 'Compare a patient with the Personal Demographics Service; only the result of the check is saved',
  input: z.object({ patientId: existingId() }),
  reply: traceReply,
})

export const pdsEndpoints = [tracePerson, checkPatient]

/** The heading of an answer. */
export const outcomeTitles: Readonly<Record<PdsOutcome, string>> = {
  found: 'PDS found one person',
  superseded: 'PDS found one person',
  several: 'PDS found several people',
  tooMany: 'PDS found too many people',
  none: 'PDS found nobody',
  invalidated: 'PDS found nobody',
  refused: 'PDS gave no answer',
  notAllowed: 'PDS gave no answer',
  timedOut: 'PDS gave no answer',
  slowDown: 'PDS gave no answer',
  away: 'PDS gave no answer',
}

/** What an outcome without a person means, and what to do. */
export const outcomeInWords: Readonly<Record<Exclude<PdsOutcome, 'found' | 'superseded'>, string>> = {
  several:
    'It does not say who they are. Add the first name, the gender or the postcode, or ask for the NHS number.',
  tooMany: 'Add the first name, the gender or the postcode, or ask for the NHS number.',
  none: 'Check the number, the spelling and the date of birth. The number may not have been issued.',
  invalidated:
    'This NHS number was withdrawn and belongs to nobody. Ask for another number, or trace by name and date of birth.',
  refused: 'PDS did not accept the question. Check what you typed, or go on without PDS.',
  notAllowed:
    'PDS does not accept the key of this service. Tell those who run it. You can go on without PDS.',
  timedOut: 'PDS took too long to answer. Try again in a moment, or go on without PDS.',
  slowDown: 'PDS asks us to slow down. Wait a moment and try again, or go on without PDS.',
  away: 'PDS cannot be reached at the moment. You can go on without it and check later.',
}
