import { Link } from '@tanstack/react-router'
import { today } from '../../contract/dates.ts'
import { nextStepOf, type NextStep } from '../../contract/pathway/nextStep.ts'
import type { PathwayView } from '../../contract/pathway/pathway.ts'
import { recordKinds } from '../../contract/records/kinds.ts'
import { usePathway } from '../frames/PathwayFrame.tsx'
import { inSentence } from '../records/inSentence.ts'
import { attendancePath, recordPath } from '../records/recordLink.ts'
import { useMayRecord } from './RecordSection.tsx'

/** The usual next step as one button; none where the pathway waits for a day, or nobody may ring. */
export const NextStepLink = () => {
  const view = usePathway()
  const mayRecord = useMayRecord()
  const step = nextStepOf(view, today())
  const way = step === null ? null : wayTo(step, view)
  if (!mayRecord || way === null) return null
  return (
    <Link
      className="sf-button sf-button--next"
      to={way.path}
      search={{ id: view.pathway.id, patientId: view.patient.id }}
    >
      Next: {way.words}
    </Link>
  )
}

const wayTo = (
  step: NextStep,
  { exercise, doNotCall }: PathwayView,
): { path: string; words: string } | null => {
  if (step === 'discharge') return { path: '/falls/pathway/discharge', words: 'discharge' }
  if (step === 'followup' && doNotCall) return null
  const words = inSentence(recordKinds[step].title)
  if (step !== 'exerciseAttendance') return { path: recordPath(step, 0), words }
  const plan = exercise.find(({ completedDate }) => completedDate === null)
  return plan === undefined ? null : { path: attendancePath(plan.id, 0), words }
}
