import { useQuery } from '@tanstack/react-query'
import { Outlet, useSearch } from '@tanstack/react-router'
import { createContext, useContext } from 'react'
import type { PathwayView } from '../../contract/pathway/pathway.ts'
import type { PatientRecord } from '../../contract/patient.ts'
import { pathwayQuery, patientQuery } from '../queries.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { LoadingState } from '../ui/LoadingState.tsx'
import { PatientBanner } from '../ui/PatientBanner.tsx'

interface ShownPathway {
  patient: PatientRecord
  /** null while a new referral is recorded. */
  view: PathwayView | null
}
const Shown = createContext<ShownPathway | null>(null)

/** The patient of this screen; the pathway too, unless it is still being made. */
export const useShown = (): ShownPathway => {
  const shown = useContext(Shown)
  if (shown === null) throw new Error('This screen needs a patient')
  return shown
}

/** The pathway of a screen that needs one. */
export const usePathway = (): PathwayView => {
  const { view } = useShown()
  if (view === null) throw new Error('This screen needs a pathway')
  return view
}

export const PathwayFrame = () => {
  const { id, patientId } = useSearch({ strict: false }) as { id: number; patientId: number }
  return id === 0 ? (
    <ForNew key={patientId} patientId={patientId} />
  ) : (
    <Existing key={id} id={id} patientId={patientId} />
  )
}

/** The pair of ids in the address must agree: a pathway of another patient is not found (trust CS-1). */
const Existing = ({ id, patientId }: { id: number; patientId: number }) => {
  const { data: view, error, refetch } = useQuery(pathwayQuery(id, patientId))
  if (view === undefined)
    return error === null ? (
      <LoadingState what="pathway" />
    ) : (
      <FailedState error={error} reset={() => void refetch()} />
    )
  return <Frame shown={{ patient: view.patient, view }} />
}

const ForNew = ({ patientId }: { patientId: number }) => {
  const { data: patient, error, refetch } = useQuery(patientQuery(patientId))
  if (patient === undefined)
    return error === null ? (
      <LoadingState what="patient" />
    ) : (
      <FailedState error={error} reset={() => void refetch()} />
    )
  return <Frame shown={{ patient, view: null }} />
}

const Frame = ({ shown }: { shown: ShownPathway }) => (
  <Shown value={shown}>
    <PatientBanner patient={shown.patient} />
    <Outlet />
  </Shown>
)
