import { useQuery } from '@tanstack/react-query'
import { Outlet, useSearch } from '@tanstack/react-router'
import { createContext, useContext, type ReactNode } from 'react'
import type { FlagChip } from '../../../contract/patients/flags/chips.ts'
import type { PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { stageTitles } from '../../../contract/stages/stage.ts'
import type { PatientRecord } from '../../../contract/patients/patient.ts'
import { ApiError } from '../../platform/calls/api.ts'
import { pathwayQuery, patientQuery } from '../../platform/calls/patientQueries.ts'
import { FailedScreen } from '../../platform/ui/FailedScreen.tsx'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { useInSlices } from '../../platform/ui/useInSlices.ts'
import { FramedPatient } from './FramedPatient.tsx'
import { LeadToSurvivor, mergedInto, MergedNotice } from './MergedRecord.tsx'
import { Restricted, restrictedRecord } from './Restricted.tsx'
import { useOpenedFrom } from './openedFrom.ts'

interface ShownPathway {
  patient: PatientRecord
  flags: readonly FlagChip[]
  /** Nobody may ring the patient. */
  doNotCall: boolean
  /** null while a new referral is recorded. */
  view: PathwayView | null
  /** When the pathway was read (milliseconds, this browser's clock). */
  readAt: number
}
const Shown = createContext<ShownPathway | null>(null)

/** Shows screens a pathway that was read elsewhere. */
export const ShowPathway = ({ shown, children }: { shown: ShownPathway; children: ReactNode }) => (
  <Shown value={shown}>{children}</Shown>
)

/** The patient of this screen, and the pathway unless it is still being created. */
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
  const { id, patientId } = useSearch({ from: '/falls/pathway' })
  return id === 0 ? (
    <ForNew key={patientId} patientId={patientId} />
  ) : (
    <Existing key={id} id={id} patientId={patientId} />
  )
}

/** The two ids in the address must agree: a pathway of another patient is reported as not found (CS-1). */
const Existing = ({ id, patientId }: { id: number; patientId: number }) => {
  const { data: view, dataUpdatedAt: readAt, error, refetch } = useQuery(pathwayQuery(id, patientId))
  const isShown = useInSlices(view !== undefined)
  if (view === undefined || !isShown) {
    const survivor = mergedInto(error)
    if (survivor !== null) return <LeadToSurvivor of="patientId" id={survivor} />
    const restricted = restrictedRecord(error)
    if (restricted !== null) return <Restricted patientId={restricted} />
    return error === null ? (
      <LoadingState what="pathway" shape="pathway" />
    ) : (
      <Failed error={error} reset={() => void refetch()} />
    )
  }
  return (
    <Frame shown={{ patient: view.patient, flags: view.flags, doNotCall: view.doNotCall, view, readAt }} />
  )
}

/** A pathway that was on a list a while ago and is missing now has been deleted since (CS-8). */
const Failed = (props: { error: Error; reset: () => void }) => {
  const list = useOpenedFrom()
  const isGone = props.error instanceof ApiError && props.error.status === 404
  return (
    <FailedScreen {...props}>
      {list !== undefined && isGone && (
        <p className="sf-moved">
          The patient you came to see is no longer in {stageTitles[list.stage]}. Go back to the list to see
          who is.
        </p>
      )}
    </FailedScreen>
  )
}

const ForNew = ({ patientId }: { patientId: number }) => {
  const { data: patient, dataUpdatedAt: readAt, error, refetch } = useQuery(patientQuery(patientId))
  if (patient === undefined) {
    const survivor = mergedInto(error)
    if (survivor !== null) return <LeadToSurvivor of="patientId" id={survivor} />
    const restricted = restrictedRecord(error)
    if (restricted !== null) return <Restricted patientId={restricted} />
    return error === null ? (
      <LoadingState what="patient" shape="pathway" />
    ) : (
      <FailedScreen error={error} reset={() => void refetch()} />
    )
  }
  return <Frame shown={{ patient, flags: patient.flags, doNotCall: patient.doNotCall, view: null, readAt }} />
}

const Frame = ({ shown }: { shown: ShownPathway }) => (
  <Shown value={shown}>
    <FramedPatient patient={shown.patient} flags={shown.flags} doNotCall={shown.doNotCall}>
      <MergedNotice from="/falls/pathway" />
      <Outlet />
    </FramedPatient>
  </Shown>
)
