import { today } from '../../../contract/platform/dates/dates.ts'
import { nextStepOf, type NextStep } from '../../../contract/pathways/referral/nextStep.ts'
import type { PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { recordKinds } from '../../../contract/pathways/records/kinds.ts'
import { inSentence } from './inSentence.ts'

/** Below /falls/pathway (specification). The site map leads here through each form, so this cannot ask it. */
const paths: Record<Exclude<NextStep, 'exerciseAttendance'>, string> = {
  frat: 'frat/0',
  wellbeing: 'wellbeing/0',
  treatmentPlan: 'treatmentPlan/0',
  exercise: 'exercise/0',
  followup: 'followup/0',
  discharge: 'discharge',
}

/**
 * Where the likely next step of a pathway is done, and what it is called in a sentence. Null where there is none now, nobody
 * may ring for it, or the pathway has nothing that it could be done to.
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
