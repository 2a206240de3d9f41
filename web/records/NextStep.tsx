import { useQuery } from '@tanstack/react-query'
import { useMatches, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { today } from '../../contract/dates.ts'
import { nextStepOf, type NextStep as Step } from '../../contract/pathway/nextStep.ts'
import type { PathwayView } from '../../contract/pathway/pathway.ts'
import { recordKinds } from '../../contract/records/kinds.ts'
import { pathwayQuery } from '../queries.ts'
import { useMay } from '../session.ts'
import { toast } from '../ui/Toast.tsx'
import { inSentence } from './inSentence.ts'

interface NextStepProps {
  pathwayId: number
  patientId: number
}

/** In what is said after a save: the likely next step of the pathway, while its page is shown. */
export const NextStep = ({ pathwayId, patientId }: NextStepProps) => {
  const may = useMay('clinical.write')
  const navigate = useNavigate()
  // The page reads the pathway; this looks at what it has.
  const { data: view } = useQuery({ ...pathwayQuery(pathwayId, patientId), enabled: false })
  // Of the screen that is drawn, not of the address: before that it would come over the button that was pressed (decision 37).
  const isHere = useMatches({
    select: (matches) => {
      const { pathname = '', search = {} } = matches.at(-1) ?? {}
      return pathname.toLowerCase() === '/falls/pathway/view' && 'id' in search && search.id === pathwayId
    },
  })
  const wasHere = useRef(false)
  useEffect(() => {
    if (wasHere.current && !isHere) toast('')
    wasHere.current = isHere
  }, [isHere])
  const step = view === undefined ? null : nextStepOf(view, today())
  const way = view === undefined || step === null ? null : wayTo(step, view)
  if (!may || !isHere || way === null) return null
  return (
    <button
      type="button"
      className="sf-button sf-toast__next"
      onClick={() => void navigate({ to: way.path, search: { id: pathwayId, patientId } })}
    >
      {way.words}
    </button>
  )
}

/** Below /falls/pathway (specification). The site map leads here through each form, so this cannot ask it. */
const paths: Record<Exclude<Step, 'exerciseAttendance'>, string> = {
  frat: 'frat/0',
  wellbeing: 'wellbeing/0',
  treatmentPlan: 'treatmentPlan/0',
  exercise: 'exercise/0',
  followup: 'followup/0',
  discharge: 'discharge',
}

/** Where a step is done, and what it is called; null where the pathway has nothing that it could be done to. */
const wayTo = (step: Step, { exercise }: PathwayView): { path: string; words: string } | null => {
  const plan = exercise.find(({ completedDate }) => completedDate === null)
  if (step === 'exerciseAttendance' && plan === undefined) return null
  const below = step === 'exerciseAttendance' ? `attendance/${plan?.id}/0` : paths[step]
  return {
    path: `/falls/pathway/${below}`,
    words: step === 'discharge' ? 'Discharge' : `Add ${inSentence(recordKinds[step].title)}`,
  }
}
