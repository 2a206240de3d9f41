import { z } from 'zod'
import {
  optionalChoice,
  optionalYesNo,
  requiredChoice,
  requiredDate,
  wholeNumber,
} from '../../platform/fields/fields.ts'
import { deathFields } from '../../patients/died.ts'
import { formatDate } from '../../platform/words/format.ts'
import { saidBeside } from '../../platform/words/saidBeside.ts'
import { confirmations, pathwayRecordIdentity, recordKind, recordStamp } from '../../platform/calls/record.ts'

/** The highest score of the five-item tool (specification). */
export const maximumFratScore = 5

/** The full name of the tool, shown with every score because several tools share the name. */
export const fratTitle = 'FRAT (Nandy 2004, five items)'

/** The five items, in our own words, with a prompt for the answer yes. */
export const fratItems = [
  {
    field: 'fallInLastYear',
    question: 'Any fall in the last 12 months?',
    prompt: 'Review each fall: blackouts, long lie, injury.',
  },
  {
    field: 'fourOrMoreMedicines',
    question: 'Four or more prescribed medicines a day?',
    prompt: 'Medication review; lying and standing blood pressure.',
  },
  {
    field: 'strokeOrParkinsons',
    question: 'A diagnosis of stroke or Parkinson’s disease?',
    prompt: 'Review for the condition; physiotherapy.',
  },
  {
    field: 'balanceProblems',
    question: 'Reports problems with balance?',
    prompt: 'Gait and balance assessment; walking aid; footwear.',
  },
  {
    field: 'cannotRiseFromChair',
    question: 'Unable to rise from a chair of knee height without using arms?',
    prompt: 'Strength programme; transfers and seating.',
  },
] as const
export type FratItem = (typeof fratItems)[number]['field']

export const fratItemFields = {
  fallInLastYear: optionalYesNo(),
  fourOrMoreMedicines: optionalYesNo(),
  strokeOrParkinsons: optionalYesNo(),
  balanceProblems: optionalYesNo(),
  cannotRiseFromChair: optionalYesNo(),
}

const fields = {
  assessmentDate: requiredDate('Assessment Date required', { done: true }),
  teamMemberId: requiredChoice('Team Member required'),
  locationId: requiredChoice('Location required'),
  fratScore: wholeNumber('FRAT score invalid', { from: 0, to: maximumFratScore }),
  dischargedTo: optionalChoice(),
  ...fratItemFields,
}

type Answers = Partial<Record<FratItem, boolean | null | undefined>>

/** The number of items answered yes; null until all five are answered. */
export const scoreOf = (answers: Answers): number | null => {
  const given = fratItems.map(({ field }) => answers[field] ?? null)
  return given.includes(null) ? null : given.filter(Boolean).length
}

/** Accepts five answers that add up to the score, or a typed score without answers. */
const checkItems = (
  answers: Answers & { fratScore?: number | undefined },
  context: z.RefinementCtx,
): void => {
  const unanswered = fratItems.filter(({ field }) => answers[field] == null)
  if (unanswered.length === fratItems.length) return
  for (const { field } of unanswered)
    context.addIssue({ code: 'custom', path: [field], message: 'Answer all five questions, or none of them' })
  if (unanswered.length === 0 && answers.fratScore !== undefined && scoreOf(answers) !== answers.fratScore)
    context.addIssue({
      code: 'custom',
      path: ['fratScore'],
      message: 'The score is not what the five answers add up to',
    })
}

export const fratForm = z
  .object({
    ...fields,
    ...deathFields,
    ...confirmations,
  })
  .superRefine(...saidBeside(checkItems))
export const fratInput = z
  .object({ ...pathwayRecordIdentity, ...fields, ...deathFields })
  .superRefine(...saidBeside(checkItems))

const answer = z.boolean().nullable()

export const fratReply = z.object({
  ...recordStamp,
  pathwayId: z.int(),
  assessmentDate: z.string(),
  teamMemberId: z.int(),
  locationId: z.int(),
  fratScore: z.int(),
  dischargedTo: z.int().nullable(),
  fallInLastYear: answer,
  fourOrMoreMedicines: answer,
  strokeOrParkinsons: answer,
  balanceProblems: answer,
  cannotRiseFromChair: answer,
  names: z.object({ teamMember: z.string(), location: z.string(), dischargedTo: z.string().nullable() }),
})
export type Frat = z.output<typeof fratReply>

const fratQuestions = Object.fromEntries(fratItems.map(({ field, question }) => [field, question])) as Record<
  FratItem,
  string
>

export const fratRecord = recordKind('frat', {
  title: 'FRAT',
  input: fratInput,
  reply: fratReply,
  labels: {
    assessmentDate: 'Assessment date',
    teamMemberId: 'Team member',
    locationId: 'Location',
    ...fratQuestions,
    fratScore: 'FRAT score',
    dischargedTo: 'Discharged to',
  },
  section: {
    title: 'FRAT',
    note: 'Nandy 2004, five items',
    nameOf: ({ assessmentDate }: Frat) => `FRAT of ${formatDate(assessmentDate)}`,
  },
  events: ({ assessmentDate, fratScore, names }) => [
    { day: assessmentDate, what: `FRAT ${fratScore}, ${names.location}`, by: names.teamMember },
  ],
})
export const frat = fratRecord.calls

/** The usual next step at a score: a prompt, not a prediction. */
export const fratPrompt = (score: number): string =>
  score >= 3
    ? '3 or more factors: usual next step is a full assessment.'
    : 'Fewer than 3 factors: usual next step is advice. Continue if you are concerned.'
