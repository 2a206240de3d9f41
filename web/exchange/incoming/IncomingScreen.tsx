import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { IncomingView } from '../../../contract/exchange/incoming/incomingReferral.ts'
import { isUndecided } from '../../../contract/exchange/incoming/source.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { AcceptKnown } from './AcceptKnown.tsx'
import { AcceptNew } from './AcceptNew.tsx'
import { Answer, Ask } from './AskForms.tsx'
import { Decline } from './DeclineForm.tsx'
import { Invite } from './Invite.tsx'
import { incomingQuery } from './incomingQueries.ts'
import { ViewIncoming } from './IncomingView.tsx'

/** One referral from outside, or the form for one step of deciding about it. */
export const IncomingScreen = () => {
  const { id, step, patientId } = useSearch({ from: '/falls/incoming-referral' })
  const { data: view, error, refetch } = useQuery(incomingQuery(id))
  useTopAfter(view === undefined ? null : `${step ?? ''} ${view.state}`)
  if (view === undefined)
    return <LoadingOrFailed what="referral" shape="lines" error={error} refetch={refetch} />
  return <Step key={`${id} ${step ?? ''}`} view={view} step={step} patientId={patientId} />
}

/** The form that had the focus is gone, and the address names the same screen: the keyboard starts at its top again. */
const useTopAfter = (step: string | null): void => {
  const shown = useRef(step)
  useEffect(() => {
    if (step === null) return
    if (shown.current !== null && shown.current !== step && document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true })
    shown.current = step
  }, [step])
}

interface StepProps {
  view: IncomingView
  step: string | undefined
  patientId: number | undefined
}

const Step = ({ view, step, patientId }: StepProps) => {
  // Somebody else may have decided since the link was made.
  if (!isUndecided(view.state)) return <ViewIncoming view={view} />
  // A patient who is no match, or no longer: nobody could see whom it is accepted for.
  const isMatch = patientId === undefined || view.likelyMatches.some(({ id }) => id === patientId)
  if (step === 'accept' && isMatch)
    return patientId === undefined ? (
      <AcceptNew view={view} />
    ) : (
      <AcceptKnown view={view} patientId={patientId} />
    )
  if (step === 'decline') return <Decline view={view} />
  if (step === 'invite' && view.invitation === 'may') return <Invite view={view} />
  if (step === 'ask') return <Ask view={view} />
  return step === 'answer' ? <Answer view={view} /> : <ViewIncoming view={view} />
}
