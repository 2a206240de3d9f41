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

/** In what is said after a save: the likely next step of the pathway, while its page is shown. */
export const NextStep = ({ pathwayId, patientId }: NextStepProps) => {
  const may = useMay('clinical.write')
  const navigate = useNavigate()
  // The page reads the pathway; this looks at what it has, from outside the frame that lends its queries to screens.
  const { data: view } = useQuery({ ...pathwayQuery(pathwayId, patientId), enabled: false }, queryClient)
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
