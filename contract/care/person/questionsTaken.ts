import { formatDateTime } from '../../platform/words/format.ts'
import { mostFallsTold, type QuestionsTold, type ToldQuestions } from './questions.ts'

/* What a clinician accepts of the answers: nothing is recorded until the form that it fills is saved. */

/** The falls that the person counted; the least that there were if the person did not say how many. */
const countOf = ({ falls, fallCount }: QuestionsTold): number => fallCount ?? falls

const counted = (told: QuestionsTold): string => {
  const falls = countOf(told)
  if (falls === 0) return 'No falls'
  if (falls === 1) return '1 fall'
  const isAtLeast = told.falls >= mostFallsTold && told.fallCount == null
  return isAtLeast ? `${falls} or more falls` : `${falls} falls`
}

const fallTitles = {
  hurt: 'hurt',
  longLie: 'over an hour on the floor',
  ambulance: 'ambulance or hospital',
} as const

const ofFall = (fall: QuestionsTold['described'][number], index: number): string => {
  const came = (Object.keys(fallTitles) as (keyof typeof fallTitles)[])
    .filter((name) => fall[name])
    .map((name) => fallTitles[name])
  return `Fall ${index + 1}: ${came.length === 0 ? 'nothing came of it' : came.join(', ')}`
}

const yesNo = (answer: boolean | null): string | null => (answer === null ? null : answer ? 'yes' : 'no')

/** The answers, a line each, as staff read them. Questions that were left out are not there. */
export const linesOfTold = (told: QuestionsTold): string[] => {
  const { described, fallenInYear, unsteady, worried, confidence, exerciseDays, note } = told
  const asked = (title: string, answer: string | null) => (answer === null ? [] : [`${title}: ${answer}`])
  return [
    `${counted(told)} since the last contact`,
    ...described.map(ofFall),
    ...(told.isAllWell ? ['Ticked that all is well; not asked more'] : []),
    ...asked('Fallen in the last year', yesNo(fallenInYear)),
    ...asked('Feels unsteady', yesNo(unsteady)),
    ...asked('Worried about falling', yesNo(worried)),
    ...asked('Confidence not to fall', confidence === null ? null : `${confidence} of 10`),
    ...(exerciseDays === null
      ? []
      : [`Exercises at home on ${exerciseDays} ${exerciseDays === 1 ? 'day' : 'days'} a week`]),
    ...(note === null ? [] : [`In their words: “${note}”`]),
  ]
}

/** Who told it and when, such as 'Said by the patient on 30-Nov-2026 17:02, not checked'. */
export const whoTold = ({ toldBy, toldAt }: Pick<ToldQuestions, 'toldBy' | 'toldAt'>): string =>
  `Said by ${toldBy === null ? 'the patient' : `${toldBy} for the patient`} on ${formatDateTime(toldAt)}`

export const notChecked = 'not checked'

/** For the note of a record, in a few sentences. */
export const noteOfTold = (answer: ToldQuestions): string =>
  `${whoTold(answer)}, on the own page: ${linesOfTold(answer.told).join('. ')}.`

/** Fields of a follow-up call. Days of exercise are not hours: only none at all can be taken over as a number. */
export const followupOfTold = (answer: ToldQuestions) => {
  const { described, confidence, exerciseDays } = answer.told
  return {
    fallsSinceContact: String(countOf(answer.told)),
    falls: described.map(({ hurt, longLie, ambulance }) => ({ injury: hurt, longLie, ambulance })),
    ...(confidence !== null && { confidence: String(confidence) }),
    ...(exerciseDays === 0 && { exerciseHours: '0' }),
    note: noteOfTold(answer),
  }
}

/** Fields of a fall: one that was described, or how many there were. The days are for the clinician to ask. */
export const fallOfTold = ({ told }: ToldQuestions) => {
  const [only] = told.described
  return told.falls === 1
    ? {
        how: 'one' as const,
        ...(only?.longLie === true && { longLie: 'yes' as const }),
        ...(only?.ambulance === true && { ambulance: 'yes' as const }),
      }
    : { how: 'several' as const, fallCount: String(countOf(told)) }
}
