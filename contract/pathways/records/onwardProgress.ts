import { z } from 'zod'
import { addDays, today } from '../../platform/dates/dates.ts'
import { saveCall } from '../../platform/calls/endpoint.ts'
import {
  existingId,
  optionalCode,
  optionalDate,
  optionalText,
  requiredVersion,
} from '../../platform/fields/fields.ts'
import { formatDate } from '../../platform/words/format.ts'
import type { FieldErrors } from '../../platform/calls/problem.ts'
import { mostDaysAway } from '../task.ts'
import { isBefore, problemsBeside } from './problems.ts'
import { afterDeathConfirmed, type RecordEvent } from '../../platform/calls/record.ts'

/*
 * What happens to an onward referral after it is sent: additions to the specified record, all optional (decision 111).
 */

/** The answer of the other service. */
export const onwardAnswers = [
  { code: 'accepted', title: 'Accepted' },
  { code: 'refused', title: 'Refused' },
] as const
export type OnwardAnswer = (typeof onwardAnswers)[number]['code']
export const onwardAnswerCodes = onwardAnswers.map(({ code }) => code)

/** The outcome of the referral. After any of these, nobody waits for it. */
export const onwardOutcomes = [
  { code: 'seen', title: 'Seen, and care given' },
  { code: 'nothingNeeded', title: 'Seen, nothing more needed' },
  { code: 'didNotAttend', title: 'Did not attend' },
  { code: 'declined', title: 'Declined by the patient' },
  { code: 'notNeeded', title: 'No longer needed' },
  { code: 'other', title: 'Other' },
] as const
export type OnwardOutcome = (typeof onwardOutcomes)[number]['code']
export const onwardOutcomeCodes = onwardOutcomes.map(({ code }) => code)

const titleOf = (choices: readonly { code: string; title: string }[], chosen: string): string =>
  choices.find(({ code }) => code === chosen)?.title ?? chosen

/** Limits how far ahead the day is, so that a typing mistake does not lose sight of a patient. */
const isNear = (day: string | null | undefined): boolean =>
  day == null || day <= addDays(today(), mostDaysAway)

export const onwardProgressFields = {
  receivedDate: optionalDate({ done: true }),
  answer: optionalCode(onwardAnswerCodes),
  /** The referral is not on the outstanding list before this day. */
  chaseDate: optionalDate().refine(isNear, { error: `Choose a day at most ${mostDaysAway} days ahead` }),
  outcome: optionalCode(onwardOutcomeCodes),
  outcomeDate: optionalDate({ done: true }),
  outcomeNote: optionalText(1000),
}

export const onwardProgressLabels = {
  receivedDate: 'Day they acknowledged it',
  answer: 'Their answer',
  chaseDate: 'Ask again on',
  outcome: 'What came of it',
  outcomeDate: 'Day of the outcome',
  outcomeNote: 'Note',
}

/** The values as stored. */
export interface OnwardProgress {
  receivedDate: string | null
  answer: OnwardAnswer | null
  chaseDate: string | null
  outcome: OnwardOutcome | null
  outcomeDate: string | null
  outcomeNote: string | null
}

const code = <const Code extends string>(codes: readonly Code[]) => z.enum(codes).nullable()

export const onwardProgressReply = {
  receivedDate: z.string().nullable(),
  answer: code(onwardAnswerCodes),
  chaseDate: z.string().nullable(),
  outcome: code(onwardOutcomeCodes),
  outcomeDate: z.string().nullable(),
  outcomeNote: z.string().nullable(),
}

type Judged = { referralDate?: string | undefined } & {
  [Field in keyof OnwardProgress]?: OnwardProgress[Field] | undefined
}

/** Contradictions between the values, by field; empty if there are none. */
export const onwardProblems = ({
  referralDate,
  receivedDate,
  answer,
  outcome,
  outcomeDate,
  outcomeNote,
}: Judged): FieldErrors => {
  const before = 'The day is before the referral date'
  return {
    ...(isBefore(receivedDate, referralDate) && { receivedDate: before }),
    ...(receivedDate == null && answer != null && { receivedDate: 'Enter the day on which they answered' }),
    ...(isBefore(outcomeDate, referralDate) && { outcomeDate: before }),
    ...(outcome != null && outcomeDate == null && { outcomeDate: 'Enter the day of the outcome' }),
    ...(outcome == null && outcomeDate != null && { outcome: 'Choose what came of it' }),
    ...(!outcomeNote && answer === 'refused' && { outcomeNote: 'Say what happens instead' }),
    ...(!outcomeNote && outcome === 'other' && { outcomeNote: 'Say what came of it' }),
  }
}

/**
 * Whether somebody still waits to hear about the referral. A refused referral is closed: the refusal says what happens
 * instead.
 */
export const isOnwardOpen = ({ answer, outcome }: Pick<OnwardProgress, 'answer' | 'outcome'>): boolean =>
  outcome === null && answer !== 'refused'

/** 'Acknowledged 03-Mar-2026, accepted; seen, and care given 20-Mar-2026'; null while nothing is recorded. */
export const onwardInWords = (
  { receivedDate, answer, outcome, outcomeDate }: OnwardProgress,
  dayInWords: (day: string | null) => string = formatDate,
): string | null => {
  const said = answer === null ? '' : `, ${titleOf(onwardAnswers, answer).toLowerCase()}`
  const parts = [
    receivedDate === null ? '' : `Acknowledged ${dayInWords(receivedDate)}${said}`,
    outcome === null ? '' : `${titleOf(onwardOutcomes, outcome)} (${dayInWords(outcomeDate)})`,
  ].filter(Boolean)
  return parts.length === 0 ? null : parts.join('; ')
}

export const onwardProgressEvents = (
  { receivedDate, answer, outcome, outcomeDate }: OnwardProgress,
  referTo: string,
): RecordEvent[] => [
  {
    day: receivedDate,
    what: `Onward referral to ${referTo} ${answer === null ? 'acknowledged' : titleOf(onwardAnswers, answer).toLowerCase()}`,
  },
  {
    day: outcomeDate,
    what: `Outcome of the onward referral to ${referTo}: ${outcome === null ? '' : titleOf(onwardOutcomes, outcome).toLowerCase()}`,
  },
]

/** The progress alone, which can also be saved for a referral that has been closed. */
export const onwardProgressForm = (referralDate: string) =>
  z
    .object({ ...onwardProgressFields, afterDeathConfirmed })
    .superRefine(...problemsBeside((values: Judged) => onwardProblems({ ...values, referralDate })))

export const saveOnwardProgress = saveCall({
  path: '/api/onwardReferral/progress',
  summary:
    'Record what happened to an onward referral: acknowledged, answered, outcome; also on a closed referral',
  input: z.object({
    id: existingId(),
    version: requiredVersion(),
    pathwayId: existingId(),
    patientId: existingId().optional(),
    ...onwardProgressFields,
    afterDeathConfirmed,
  }),
})
