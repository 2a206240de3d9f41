import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { usePatient } from '../frames/PatientFrame.tsx'

export const CancelToPatient = ({ section }: { section: string }) => {
  const { id } = usePatient()
  return <CancelLink to="/falls/patient/view" search={{ id, section }} />
}
