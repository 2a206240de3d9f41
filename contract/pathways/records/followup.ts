import { z } from 'zod'
import { deathFields } from '../../patients/died.ts'
import {
  optionalCode,
  optionalDate,
  optionalDecimal,
  optionalText,
  optionalWholeNumber,
  optionalYesNo,
  requiredChoice,
  requiredDate,
} from '../../platform/fields/fields.ts'
import { redFlagAnswers } from '../../patients/flags/redFlag.ts'
import { formatDate } from '../../platform/words/format.ts'
import type { FieldErrors } from '../../platform/calls/problem.ts'
import { isReached, outcomeCodes, outcomeTitle } from '../../stages/callOutcome.ts'
import { isBefore, problemsBeside, problemsOfNew } from './problems.ts'
import {
  confirmations,
  fromAnswerId,
  pathwayRecordIdentity,
  recordKind,
  recordStamp,
} from '../../platform/calls/record.ts'
import { timeCodes } from './timeOfDay.ts'

/** The possible consequences of a fall. */
export const fallConsequences = [
  { field: 'injury', title: 'Injury', inWords: 'injury' },
  { field: 'longLie', title: 'On the floor for over an hour', inWords: 'long lie' },
  { field: 'ambulance', title: 'Ambulance called', inWords: 'ambulance' },
] as const

/** The most falls described individually; further falls are only counted. */
export const mostFallsDescribed = 20
const mostFalls = 99
/** The most hours of exercise; more is a typing mistake. */
const mostHours = 60
export const highestConfidence = 10

const fall = z.object({ injury: optionalYesNo(), longLie: optionalYesNo(), ambulance: optionalYesNo() })
export type Fall = z.output<typeof fall>

/** Additions to the specification, all optional: a call without them is the specified call. */
const told = {
  outcome: z.enum(outcomeCodes, { error: 'Choose from the list' }).nullable().optional(),
  nextTryDate: optionalDate(),
  nextTryTime: optionalCode(timeCodes),
  /** Falls since the last contact. */
  fallsSinceContact: optionalWholeNumber(`Enter a whole number from 0 to ${mostFalls}`, {
    from: 0,
    to: mostFalls,
  }),
  falls: z.array(fall).max(mostFallsDescribed, `Describe at most ${mostFallsDescribed} falls`).optional(),
  exerciseHours: optionalDecimal(`Enter hours a week, from 0 to ${mostHours}, such as 2.5`, {
    from: 0,
    to: mostHours,
    places: 1,
  }),
  confidence: optionalWholeNumber(`Enter a whole number from 0 to ${highestConfidence}`, {
    from: 0,
    to: highestConfidence,
  }),
  equipmentInUse: optionalText(),
  note: optionalText(4000),
  redFlagHeard: optionalYesNo(),
  redFlagText: optionalText(1000),
  /** The day of the letter "cannot reach you", sent after this try and those before it. */
  letterSentDate: optionalDate({ done: true }),
  /** Whether a call before its window counts as a follow-up. Absent if the sender did not ask. */
  countsEarly: optionalYesNo(),
}
const fields = {
  callDate: requiredDate('Call Date required', { done: true }),
  clinicianId: requiredChoice('Clinician required'),
  ...told,
}

interface Checked {
  callDate?: string | undefined
  nextTryDate?: string | null | undefined
  letterSentDate?: string | null | undefined
  fallsSinceContact?: number | null | undefined
  falls?: readonly unknown[] | undefined
}

/**
 * For a stored call, the server reports these only for days that the sender changed
 * (server/pathways/records/followup.ts).
 */
export const dayProblems = ({ callDate, nextTryDate, letterSentDate }: Checked): FieldErrors => ({
  ...(isBefore(nextTryDate, callDate) && { nextTryDate: 'The next try is before the call' }),
  ...(isBefore(letterSentDate, callDate) && { letterSentDate: 'The letter was sent before the call' }),
})

/** The screen removes descriptions when the number becomes smaller (web/pathways/records/followupValues.ts). */
const fallsProblem = ({ fallsSinceContact, falls = [] }: Checked): FieldErrors =>
  fallsSinceContact != null && falls.length > fallsSinceContact
    ? { fallsSinceContact: 'More falls are described than are counted here' }
    : {}

/** The screen requires a day if the person asks to be rung back. */
const ringBackProblem = ({
  outcome,
  nextTryDate,
}: Pick<Checked, 'nextTryDate'> & { outcome?: string | null | undefined }): FieldErrors =>
  outcome === 'ringBack' && nextTryDate == null ? { nextTryDate: 'Enter the day on which to ring back' } : {}

export const followupForm = z
  .object({
    ...fields,
    redFlags: redFlagAnswers,
    fromAnswerId,
    ...deathFields,
    ...confirmations,
  })
  .superRefine(...problemsBeside(dayProblems))
  .superRefine(...problemsBeside(ringBackProblem))
export const followupInput = z
  /**
   * `redFlags`: the signs heard and what was done about each; each becomes a flag on the patient (an addition to the
   * specification). `unusualConfirmed`: confirms the call although the person was already reached on that day (an
   * addition to the specification).
   */
  .object({
    ...pathwayRecordIdentity,
    ...fields,
    redFlags: redFlagAnswers,
    fromAnswerId,
    ...deathFields,
  })
  .superRefine(...problemsOfNew(dayProblems))
  .superRefine(...problemsBeside(fallsProblem))

const nullableText = z.string().nullable()
const answer = z.boolean().nullable()

export const followupReply = z.object({
  ...recordStamp,
  pathwayId: z.int(),
  callDate: z.string(),
  clinicianId: z.int(),
  outcome: z.enum(outcomeCodes).nullable(),
  nextTryDate: nullableText,
  nextTryTime: z.enum(timeCodes).nullable(),
  fallsSinceContact: z.int().nullable(),
  falls: z.array(z.object({ injury: answer, longLie: answer, ambulance: answer })),
  exerciseHours: z.number().nullable(),
  confidence: z.int().nullable(),
  equipmentInUse: nullableText,
  note: nullableText,
  redFlagHeard: answer,
  redFlagText: nullableText,
  letterSentDate: nullableText,
  countsEarly: answer,
  names: z.object({ clinician: z.string() }),
})
export type Followup = z.output<typeof followupReply>

/** The number of falls with a long lie. If a save adds one, that alone is a red flag. */
export const countLongLies = (falls: readonly { longLie?: unknown }[]): number =>
  falls.filter(({ longLie }) => longLie === true).length

/** The consequences of a fall, in a few words. */
export const fallInWords = (each: { [Field in keyof Fall]: boolean | null | undefined }): string => {
  const known = fallConsequences.filter(({ field }) => each[field] === true).map(({ inWords }) => inWords)
  return known.length === 0 ? 'no harm noted' : known.join(', ')
}

export const followupRecord = recordKind('followup', {
  title: 'Telephone follow-up',
  input: followupInput,
  reply: followupReply,
  labels: {
    callDate: 'Call date',
    clinicianId: 'Clinician',
    outcome: 'Outcome',
    nextTryDate: 'Next try',
    nextTryTime: 'Time of day',
    fallsSinceContact: 'Falls since the last contact',
    falls: 'What came of each fall',
    exerciseHours: 'Exercise, hours a week',
    confidence: 'Confidence not to fall, 0 to 10',
    equipmentInUse: 'Equipment in use',
    note: 'Note',
    redFlagHeard: 'Red flag heard',
    redFlagText: 'What was heard, and what was done',
    letterSentDate: 'Letter “cannot reach you” sent',
    countsEarly: 'Counts before its time',
  },
  section: {
    title: 'Telephone follow-ups',
    indexTitle: 'Follow-ups',
    nameOf: ({ callDate }: Followup) => `telephone follow-up of ${formatDate(callDate)}`,
  },
  events: ({ callDate, outcome, letterSentDate, names }) => [
    {
      day: callDate,
      what: ['Telephone follow-up', isReached(outcome) ? null : outcomeTitle(outcome)]
        .filter(Boolean)
        .join(': '),
      by: names.clinician,
    },
    { day: letterSentDate, what: 'Letter “cannot reach you” sent' },
  ],
})
export const followup = followupRecord.calls
