import { z } from 'zod'
import {
  existingId,
  optionalCode,
  optionalDate,
  optionalText,
  optionalWholeNumber,
  optionalYesNo,
  requiredDate,
} from '../../platform/fields/fields.ts'
import { redFlagAnswers } from '../../patients/flags/redFlag.ts'
import { formatDate } from '../../platform/words/format.ts'
import { saidBeside } from '../../platform/words/saidBeside.ts'
import { fromAnswerId, recordIdentity, recordKind, recordStamp } from '../../platform/calls/record.ts'

/** The injury caused by a fall. */
export const injuries = [
  { code: 'none', title: 'None', inWords: 'no injury' },
  { code: 'minor', title: 'Minor, such as a bruise or graze', inWords: 'minor injury' },
  { code: 'fracture', title: 'Fracture', inWords: 'fracture' },
  { code: 'headInjury', title: 'Head injury', inWords: 'head injury' },
  { code: 'other', title: 'Other injury', inWords: 'other injury' },
] as const
export type Injury = (typeof injuries)[number]['code']
const injuryCodes = injuries.map(({ code }) => code)

/** The other questions about one fall: yes, no, or not known. */
export const fallQuestions = [
  { field: 'longLie', question: 'On the floor for over an hour', inWords: 'over an hour on the floor' },
  { field: 'blackout', question: 'Blackout', inWords: 'blackout' },
  {
    field: 'ambulance',
    question: 'Ambulance or emergency department',
    inWords: 'ambulance or emergency department',
  },
] as const
export type FallQuestion = (typeof fallQuestions)[number]['field']

const mostFalls = 99

/** The fields of one fall. */
export const fallDetails = {
  isAbout: optionalYesNo(),
  place: optionalText(),
  activity: optionalText(),
  injury: optionalCode(injuryCodes),
  longLie: optionalYesNo(),
  blackout: optionalYesNo(),
  ambulance: optionalYesNo(),
}
export type ToldOfFall = keyof typeof fallDetails
export const toldOfFall = Object.keys(fallDetails) as ToldOfFall[]

/** Used instead of those: the number of falls in a period, if nothing more is known. */
const counted = {
  fallCount: optionalWholeNumber(`Enter a whole number from 0 to ${mostFalls}`, { from: 0, to: mostFalls }),
  periodFrom: optionalDate({ done: true }),
}

const fields = {
  /** The day of one fall, or the last day of the period. */
  fallDate: requiredDate('Day of the fall required', { done: true }),
  ...fallDetails,
  ...counted,
}

export const periodFromMissing = 'Enter the first day of the period'
export const periodBackwards = 'The first day of the period is after its last'
export const countMissing = 'Enter how many falls there were; 0 is an answer'

interface Counted {
  fallDate?: string | undefined
  fallCount?: number | null | undefined
  periodFrom?: string | null | undefined
}

const checkPeriod = ({ fallDate, periodFrom }: Counted, context: z.RefinementCtx): void => {
  if (periodFrom != null && fallDate !== undefined && periodFrom > fallDate)
    context.addIssue({ code: 'custom', path: ['periodFrom'], message: periodBackwards })
}

/** A save describes either one fall or a number of falls, not both. */
const checkOneOrSeveral = (
  { fallCount, ...others }: Counted & Partial<Record<ToldOfFall, unknown>>,
  context: z.RefinementCtx,
): void => {
  if (fallCount != null && toldOfFall.some((field) => others[field] != null))
    context.addIssue({
      code: 'custom',
      path: ['fallCount'],
      message: 'Describe one fall, or give a number of falls: not both',
    })
}

const checkSeveral = (
  { how, ...counted }: Counted & { how?: 'one' | 'several' | undefined },
  context: z.RefinementCtx,
): void => {
  if (how !== 'several') return
  if (counted.fallCount == null)
    context.addIssue({ code: 'custom', path: ['fallCount'], message: countMissing })
  if (counted.periodFrom == null)
    context.addIssue({ code: 'custom', path: ['periodFrom'], message: periodFromMissing })
  checkPeriod(counted, context)
}

/** The form first asks which of the two it is, then shows only the fields of that one. */
export const fallForm = z
  .object({
    how: z.enum(['one', 'several'], { error: 'Choose one fall, or a number of falls' }),
    ...fields,
    redFlags: redFlagAnswers,
    fromAnswerId,
    afterDeathConfirmed: recordIdentity.afterDeathConfirmed,
  })
  .superRefine(...saidBeside(checkSeveral))

/**
 * A fall belongs to the patient, not to a referral. `pathwayId` may name the referral whose page opened the form; a
 * referral of another patient is refused (AZ-7). `redFlags`: the signs found and what was done about each; each becomes
 * a flag on the patient.
 */
export const fallInput = z
  .object({
    ...recordIdentity,
    patientId: existingId(),
    pathwayId: existingId().optional(),
    ...fields,
    redFlags: redFlagAnswers,
    fromAnswerId,
  })
  .superRefine(...saidBeside(checkPeriod))
  .superRefine(...saidBeside(checkOneOrSeveral))

const answer = z.boolean().nullable()

export const fallReply = z.object({
  ...recordStamp,
  patientId: z.int(),
  fallDate: z.string(),
  isAbout: answer,
  place: z.string().nullable(),
  activity: z.string().nullable(),
  injury: z.enum(injuryCodes).nullable(),
  longLie: answer,
  blackout: answer,
  ambulance: answer,
  fallCount: z.int().nullable(),
  periodFrom: z.string().nullable(),
})
export type Fall = z.output<typeof fallReply>

const numberOfFalls = (count: number): string =>
  count === 0 ? 'No falls' : count === 1 ? '1 fall' : `${count} falls`

/** 'About 03-Mar-2026', or '2 falls from 01-Feb-2026 to 03-Mar-2026'. */
export const fallDayInWords = (
  {
    fallDate,
    isAbout,
    fallCount,
    periodFrom,
  }: Pick<Fall, 'fallDate' | 'isAbout' | 'fallCount' | 'periodFrom'>,
  dayInWords: (day: string | null) => string = formatDate,
): string => {
  if (fallCount !== null)
    return `${numberOfFalls(fallCount)} from ${dayInWords(periodFrom)} to ${dayInWords(fallDate)}`
  return isAbout === true ? `About ${dayInWords(fallDate)}` : dayInWords(fallDate)
}

/** The consequences of a fall, in a few words; '' if none is known. */
export const fallInWords = (fall: Pick<Fall, 'injury' | FallQuestion>): string =>
  [
    injuries.find(({ code }) => code === fall.injury)?.inWords,
    ...fallQuestions.filter(({ field }) => fall[field] === true).map(({ inWords }) => inWords),
  ]
    .filter(Boolean)
    .join(', ')

export const fallRecord = recordKind('fall', {
  title: 'Fall',
  input: fallInput,
  reply: fallReply,
  labels: {
    fallDate: 'Day of the fall, or last day of the period',
    isAbout: 'The day is about right',
    place: 'Where',
    activity: 'What the person was doing',
    injury: 'Injury',
    longLie: 'On the floor for over an hour',
    blackout: 'Blackout',
    ambulance: 'Ambulance or emergency department',
    fallCount: 'Number of falls',
    periodFrom: 'First day of the period',
  },
  section: {
    title: 'Falls',
    note: 'of the patient',
    none: 'No fall recorded yet.',
    nameOf: ({ fallDate, fallCount }: Fall) =>
      fallCount === null ? `fall of ${formatDate(fallDate)}` : `falls up to ${formatDate(fallDate)}`,
  },
  events: (fall) => [
    {
      day: fall.fallDate,
      what:
        fall.fallCount === null
          ? ['Fall', fallInWords(fall)].filter(Boolean).join(': ')
          : `${numberOfFalls(fall.fallCount)} since ${formatDate(fall.periodFrom)}`,
    },
  ],
})
export const fall = fallRecord.calls
