import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCarried } from '../../platform/ui/carried.ts'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { formatName } from '../../../contract/platform/words/format.ts'
import type { PatientRecord } from '../../../contract/patients/patient.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { NextStep } from './NextStep.tsx'

/** Where a record's form was opened from: the patient's name, and where to go afterwards. */
export interface ReturnTo {
  patientName: string
  /** Leaves the form and replaces it in the browser history, so that Back cannot reach it and save twice. */
  back: () => Promise<void>
  cancel: ReactNode
  /** The next step offered after the save. */
  next?: ReactNode
  /** What is said after a save in other words, where it did not reach the service yet. */
  said?: (words: string) => string
}

const nameOf = (patient: PatientRecord): string =>
  formatName({ ...patient, namePrefix: patient.names.namePrefix })

/** Opened from the pathway page: returns to its section, 60 px below the top (specification). */
export const useReturnToPathway = (section: string): ReturnTo => {
  const { pathway, patient } = usePathway()
  const navigate = useNavigate()
  const carried = useCarried()
  const search = { id: pathway.id, patientId: patient.id, section }
  if (carried !== null)
    return { patientName: nameOf(patient), back: carried.back, cancel: carried.cancel, said: carried.said }
  return {
    patientName: nameOf(patient),
    back: () => navigate({ to: '/falls/pathway/view', search, replace: true }),
    next: <NextStep pathwayId={pathway.id} patientId={patient.id} />,
    cancel: <CancelLink to="/falls/pathway/view" search={search} />,
  }
}

/** Opened from the patient's own page. */
export const useReturnToPatient = (patient: PatientRecord, section: string): ReturnTo => {
  const navigate = useNavigate()
  const search = { id: patient.id, section }
  return {
    patientName: nameOf(patient),
    back: () => navigate({ to: '/falls/patient/view', search, replace: true }),
    cancel: <CancelLink to="/falls/patient/view" search={search} />,
  }
}
