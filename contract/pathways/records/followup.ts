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
import { confirmations, pathwayRecordIdentity, recordKind, recordStamp } from '../../platform/calls/record.ts'
import { timeCodes } from './timeOfDay.ts'

/** What may have come of a fall. */
export const fallConsequences = [
  { field: 'injury', title: 'Injury', inWords: 'injury' },
  { field: 'longLie', title: 'On the floor for over an hour', inWords: 'long lie' },
  { field: 'ambulance', title: 'Ambulance called', inWords: 'ambulance' },
] as const

/** Falls are described one by one up to here; more are only counted. */
export const mostFallsDescribed = 20
const mostFalls = 99
/** Exercise beyond this is a typing mistake. */
const mostHours = 60
export const highestConfidence = 10

const fall = z.object({ injury: optionalYesNo(), longLie: optionalYesNo(), ambulance: optionalYesNo() })
export type Fall = z.output<typeof fall>

/** Additions, all of them optional: a call that leaves them out is what it was. */
const told = {
  outcome: z.enum(outcomeCodes, { error: 'Choose from the list' }).nullable().optional(),
  nextTryDate: optionalDate(),
  nextTryTime: optionalCode(timeCodes),
  /** Since the last contact. */
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
  /** The letter "cannot reach you", sent after the tries that end with this one. */
  letterSentDate: optionalDate({ done: true }),
  /** What was answered to the question whether a call before its window counts; a sender that leaves it out was not asked. */
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

/** On the server, of a call that is stored, only for days that the sender did not just send back as they were read (server/pathways/records/followup.ts). */
export const dayProblems = ({ callDate, nextTryDate, letterSentDate }: Checked): FieldErrors => ({
  ...(isBefore(nextTryDate, callDate) && { nextTryDate: 'The next try is before the call' }),
  ...(isBefore(letterSentDate, callDate) && { letterSentDate: 'The letter was sent before the call' }),
})

/** On the screen, a smaller number takes falls away again (web/pathways/records/followupValues.ts). */
const fallsProblem = ({ fallsSinceContact, falls = [] }: Checked): FieldErrors =>
  fallsSinceContact != null && falls.length > fallsSinceContact
    ? { fallsSinceContact: 'More falls are described than are counted here' }
    : {}

/** On the screen, who asks to be rung back says when. */
const ringBackProblem = ({
  outcome,
  nextTryDate,
}: Pick<Checked, 'nextTryDate'> & { outcome?: string | null | undefined }): FieldErrors =>
  outcome === 'ringBack' && nextTryDate == null ? { nextTryDate: 'Enter the day on which to ring back' } : {}

export const followupForm = z
  .object({
    ...fields,
    redFlags: redFlagAnswers,
    ...deathFields,
    ...confirmations,
  })
  .superRefine(...problemsBeside(dayProblems))
  .superRefine(...problemsBeside(ringBackProblem))
export const followupInput = z
  /**
   * `redFlags`: what was heard, sign by sign, with what was done; each stands on the patient (an addition). `unusualConfirmed`:
   * also when somebody reached the person on that day already (an addition).
   */
  .object({
    ...pathwayRecordIdentity,
    ...fields,
    redFlags: redFlagAnswers,
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

/** How many falls were long lies: one more than before is a red flag by itself. */
export const countLongLies = (falls: readonly { longLie?: unknown }[]): number =>
  falls.filter(({ longLie }) => longLie === true).length

/** What came of a fall, in a few words. */
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
