import { useQuery } from '@tanstack/react-query'
import { Outlet, useMatches, useSearch } from '@tanstack/react-router'
import { createContext, useContext } from 'react'
import type { PatientView } from '../../../contract/patients/patient.ts'
import { ApiError } from '../../platform/calls/apiError.ts'
import { patientQuery } from '../../platform/calls/patientQueries.ts'
import { FailedScreen } from '../../platform/ui/FailedScreen.tsx'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { FramedPatient } from './FramedPatient.tsx'
import { LeadToSurvivor, mergedInto, MergedNotice } from './MergedRecord.tsx'
import { Restricted, restrictedRecord } from './Restricted.tsx'

const Shown = createContext<PatientView | null>(null)

/** The patient of this screen, or null while a new one is registered. */
export const usePatientOrNew = (): PatientView | null => useContext(Shown)

/** The patient of a screen that needs one, as last read. */
export const usePatient = (): PatientView => {
  const patient = useContext(Shown)
  if (patient === null) throw new Error('This screen needs a patient')
  return patient
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The screen also works for an inactive patient, without the banner. */
    showsOutOfUse?: true
    /** The screen shows nothing of a restricted record. It works before the record is opened, without the banner. */
    showsUnopened?: true
  }
}

/** The banner and the screen use the same reply (CS-1). */
export const PatientFrame = () => {
  const { id } = useSearch({ from: '/falls/patient' })
  return id ? <Existing key={id} id={id} /> : <Outlet />
}

const Existing = ({ id }: { id: number }) => {
  const showsOutOfUse = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.showsOutOfUse),
  })
  const showsUnopened = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.showsUnopened),
  })
  const { data: patient, error, refetch } = useQuery(patientQuery(id))
  if (patient === undefined) {
    const survivor = mergedInto(error)
    if (survivor !== null) return <LeadToSurvivor of="id" id={survivor} />
    const restricted = restrictedRecord(error)
    if (restricted !== null) return showsUnopened ? <Outlet /> : <Restricted patientId={restricted} />
    // The screen itself says whose record it is.
    if (showsOutOfUse && error instanceof ApiError && error.status === 404) return <Outlet />
    return error === null ? (
      <LoadingState what="patient" shape="pathway" />
    ) : (
      <FailedScreen error={error} reset={() => void refetch()} />
    )
  }
  return (
    <Shown value={patient}>
      <FramedPatient patient={patient} flags={patient.flags} doNotCall={patient.doNotCall}>
        <MergedNotice from="/falls/patient" />
        <Outlet />
      </FramedPatient>
    </Shown>
  )
}
