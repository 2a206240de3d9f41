import { useQuery } from '@tanstack/react-query'
import { useMatches, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { pathwayQuery } from '../../platform/calls/patientQueries.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { useMay } from '../../platform/session/session.ts'
import { toast } from '../../platform/ui/Toast.tsx'
import { nextStepWay } from './nextStepWay.ts'

interface NextStepProps {
  pathwayId: number
  patientId: number
}

/** The likely next step of the pathway, offered in the message after a save while the pathway page is displayed. */
export const NextStep = ({ pathwayId, patientId }: NextStepProps) => {
  const may = useMay('clinical.write')
  const navigate = useNavigate()
  // The pathway page reads the pathway. This only looks at its cached result, from outside the frame that provides the
  // query client to screens, so the client is passed explicitly.
  const { data: view } = useQuery({ ...pathwayQuery(pathwayId, patientId), enabled: false }, queryClient)
  // Compares the displayed screen, not the address, which changes earlier: the button would cover the one that was just
  // clicked (decision 37).
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
  const way = view === undefined ? null : nextStepWay(view)
  if (!may || !isHere || way === null) return null
  return (
    <button
      type="button"
      className="sf-button sf-toast__next"
      onClick={() => void navigate({ to: way.path, search: { id: pathwayId, patientId } })}
    >
      {way.step === 'discharge' ? 'Discharge' : `Add ${way.what}`}
    </button>
  )
}
