import { z } from 'zod'
import {
  emailAddress,
  optionalCode,
  optionalDate,
  optionalText,
  requiredText,
} from '../../platform/fields/fields.ts'
import { digitsOf, isNhsNumber } from '../../platform/fields/nhsNumber.ts'
import { optionalPostcode } from '../../platform/fields/postcodeField.ts'
import { optionalUbrn } from '../../platform/fields/ubrn.ts'
import { redFlagSignCodes } from '../../reference/redFlagSigns.ts'

/*
 * What an incoming referral says, as its sender said it. Every source is brought into this shape before it is stored,
 * and staff never change it: they decide about it, and what they accept is copied into the record.
 */

/** Maximum lengths: names as in the Personal Demographics Service, texts as in the record. */
const nameLength = 35
export const longestReason = 2000

/** A text of a message that may be longer or stranger than ours is shortened by its adapter, never refused. */
const optionalName = () => optionalText(nameLength)

/** A valid NHS number as ten digits. A number that is not valid goes into `nhsNumberAsTold`. */
const nhsNumber = () =>
  optionalText(40)
    .transform((typed) => (typed == null ? null : digitsOf(typed)))
    .refine((digits) => digits === null || isNhsNumber(digits), 'NHS Number Invalid')

export const genderCodes = ['female', 'male', 'other', 'unknown'] as const

export const toldPerson = z.object({
  familyName: requiredText('Enter the family name', nameLength),
  firstName: optionalName(),
  dateOfBirth: optionalDate({ done: true }),
  nhsNumber: nhsNumber(),
  /** A number that is not a valid NHS number, as it was sent. It is shown, and never becomes an identifier. */
  nhsNumberAsTold: optionalText(40),
  gender: optionalCode(genderCodes),
  addressLine1: optionalText(),
  addressLine2: optionalText(),
  addressLine3: optionalText(),
  town: optionalText(),
  county: optionalText(),
  postcode: optionalPostcode(),
  /** Texts, because a sender may write whose number it is. What is no telephone number is told as it stands. */
  telephone: optionalText(60),
  otherTelephone: optionalText(60),
  email: emailAddress(),
  gpPractice: optionalText(),
  /** The code of the practice in the Organisation Data Service. */
  gpCode: optionalText(20),
  /** How to talk and write to the person: language, hearing, sight, format. */
  needs: optionalText(1000),
})

export const toldSender = z.object({
  name: optionalText(100),
  /** Relation to the person, or role. */
  role: optionalText(100),
  organisation: optionalText(200),
  telephone: optionalText(60),
  email: emailAddress(),
})

/** Whether the person knows of the referral and agrees. */
export const consents = [
  { code: 'yes', title: 'Yes, the person agrees' },
  { code: 'bestInterests', title: 'The person cannot decide about it; it is in their best interests' },
  { code: 'no', title: 'No, the person does not know of it' },
] as const
export const consentCodes = consents.map(({ code }) => code)

/** Falls in the last year. */
export const fallCounts = [
  { code: 'none', title: 'None' },
  { code: 'one', title: 'One' },
  { code: 'more', title: 'Two or more' },
  { code: 'unknown', title: 'Not sure' },
] as const
export const fallCountCodes = fallCounts.map(({ code }) => code)

const answerCodes = ['yes', 'no', 'unknown'] as const
const answer = () => optionalCode(answerCodes)

/** What decides whether NG249 offers a comprehensive assessment, and whether anybody must act today. */
export const toldAnswers = z.object({
  falls: optionalCode(fallCountCodes),
  injured: answer(),
  blackout: answer(),
  couldNotGetUp: answer(),
  longLie: answer(),
  frail: answer(),
  unsteady: answer(),
  /** A long-term condition that raises the risk, which matters between 50 and 64. */
  condition: answer(),
})

/** The questions in the words that staff read beside the answers. */
export const answerTitles: Record<keyof ToldAnswers, string> = {
  falls: 'Falls in the last year',
  injured: 'Hurt in a fall so that treatment was needed',
  blackout: 'Blacked out, or does not know why the fall happened',
  couldNotGetUp: 'Could not get up without help',
  longLie: 'Lay on the floor for over an hour',
  frail: 'Lives with frailty',
  unsteady: 'Unsteady when standing or walking',
  condition: 'A long-term condition that raises the risk of falling',
}

export const urgencies = [
  { code: 'urgent', title: 'Urgent' },
  { code: 'routine', title: 'Routine' },
] as const
const urgencyCodes = urgencies.map(({ code }) => code)

export const told = z.object({
  person: toldPerson,
  sender: toldSender,
  consent: optionalCode(consentCodes),
  reason: optionalText(longestReason),
  answers: toldAnswers,
  /** Signs that somebody must act on at once. */
  redFlags: z.array(z.enum(redFlagSignCodes)).max(redFlagSignCodes.length),
  urgency: optionalCode(urgencyCodes),
  /** The number of the request in the NHS e-Referral Service. */
  ubrn: optionalUbrn(),
  /** Why the service may hold the name of a person who asked for nothing. */
  legalBasis: optionalText(500),
})
export type TypedTold = z.input<typeof told>

const nullableText = z.string().nullish()
const storedAnswer = z.enum(answerCodes).nullish()
const texts = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, nullableText])) as Record<Name, typeof nullableText>

/** The same as it is stored and shown: whatever rules came later, what was accepted once stays readable. */
export const storedTold = z.object({
  person: z.object({
    familyName: z.string(),
    nhsNumber: z.string().nullable(),
    gender: z.enum(genderCodes).nullish(),
    ...texts('firstName', 'dateOfBirth', 'nhsNumberAsTold', 'addressLine1', 'addressLine2', 'addressLine3'),
    ...texts(
      'town',
      'county',
      'postcode',
      'telephone',
      'otherTelephone',
      'email',
      'gpPractice',
      'gpCode',
      'needs',
    ),
  } satisfies Record<keyof z.output<typeof toldPerson>, z.ZodType>),
  sender: z.object(
    texts('name', 'role', 'organisation', 'telephone', 'email') satisfies Record<
      keyof z.output<typeof toldSender>,
      z.ZodType
    >,
  ),
  consent: z.enum(consentCodes).nullish(),
  reason: nullableText,
  answers: z.object({
    falls: z.enum(fallCountCodes).nullish(),
    injured: storedAnswer,
    blackout: storedAnswer,
    couldNotGetUp: storedAnswer,
    longLie: storedAnswer,
    frail: storedAnswer,
    unsteady: storedAnswer,
    condition: storedAnswer,
  }),
  redFlags: z.array(z.enum(redFlagSignCodes)),
  urgency: z.enum(urgencyCodes).nullish(),
  ubrn: nullableText,
  legalBasis: nullableText,
} satisfies Record<keyof z.output<typeof told>, z.ZodType>)
export type Told = z.output<typeof storedTold>
export type ToldPerson = Told['person']
export type ToldAnswers = Told['answers']
