import { useNavigate, useSearch } from '@tanstack/react-router'
import type { PartName } from './partFacts.ts'
import { usePatient } from '../frames/PatientFrame.tsx'

/** Returns to the patient's view, scrolled to the section that was saved (specification). */
export const useBackToPatient = (): ((section: PartName) => Promise<void>) => {
  const navigate = useNavigate()
  const { newReferral } = useSearch({ from: '/falls/patient' })
  const { id } = usePatient()
  return (section) =>
    navigate({ to: '/falls/patient/view', search: { id, section, newReferral }, replace: true })
}
