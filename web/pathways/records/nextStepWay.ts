import { today } from '../../../contract/platform/dates/dates.ts'
import { nextStepOf, type NextStep } from '../../../contract/pathways/referral/nextStep.ts'
import type { PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { recordKinds } from '../../../contract/pathways/records/kinds.ts'
import { inSentence } from './inSentence.ts'

/**
 * Paths below /falls/pathway (specification). They are repeated here because the site map imports this file through
 * each form, so this file cannot import the site map.
 */
const paths: Record<Exclude<NextStep, 'exerciseAttendance'>, string> = {
  frat: 'frat/0',
  wellbeing: 'wellbeing/0',
  treatmentPlan: 'treatmentPlan/0',
  exercise: 'exercise/0',
  followup: 'followup/0',
  discharge: 'discharge',
}

/**
 * The path of the likely next step of a pathway, and its name for use in a sentence. Null if there is no step now, if
 * the step is a call and the patient must not be rung, or if the pathway has no plan to which the step applies.
 */
export const nextStepWay = (view: PathwayView): { step: NextStep; path: string; what: string } | null => {
  const step = nextStepOf(view, today())
  const plan = view.exercise.find(({ completedDate }) => completedDate === null)
  if (step === null || (step === 'followup' && view.doNotCall)) return null
  if (step === 'exerciseAttendance' && plan === undefined) return null
  const below = step === 'exerciseAttendance' ? `attendance/${plan?.id}/0` : paths[step]
  return {
    step,
    path: `/falls/pathway/${below}`,
    what: step === 'discharge' ? 'discharge' : inSentence(recordKinds[step].title),
  }
}
