import { useNavigate } from '@tanstack/react-router'
import { usePatient } from './PatientFrame.tsx'

/** Back to the patient's view, scrolled to the section that was saved (specification section 2). */
export const useBackToPatient = (): ((section: string) => Promise<void>) => {
  const navigate = useNavigate()
  const { id } = usePatient()
  return (section) => navigate({ to: '/falls/patient/view', search: { id, section } })
}
