import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FlagChip } from '../../../contract/patients/flags/chips.ts'
import type { PatientRecord } from '../../../contract/patients/patient.ts'
import { useMay } from '../../platform/session/session.ts'
import { PatientBanner } from '../../platform/ui/PatientBanner.tsx'
import { AskWhenRefused } from './AskWhenRefused.tsx'

interface FramedPatientProps {
  patient: PatientRecord
  flags: readonly FlagChip[]
  doNotCall: boolean
  children: ReactNode
}

/** The banner with its chips, and the question about consent for every screen under it. */
export const FramedPatient = ({ patient, flags, doNotCall, children }: FramedPatientProps) => {
  const mayOpen = useMay('patient.read')
  return (
    <AskWhenRefused patientId={patient.id} flags={flags}>
      <PatientBanner
        patient={patient}
        flags={flags}
        doNotCall={doNotCall}
        mayRing={mayOpen}
        link={
          mayOpen && (
            <Link className="sf-banner__link" to="/falls/patient/flags" search={{ id: patient.id }}>
              Flags and contacts
            </Link>
          )
        }
      />
      {children}
    </AskWhenRefused>
  )
}
