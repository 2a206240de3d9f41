import { Link } from '@tanstack/react-router'
import { usePatient } from '../frames/PatientFrame.tsx'

export const CancelLink = ({ section }: { section: string }) => {
  const { id } = usePatient()
  return (
    <Link to="/falls/patient/view" search={{ id, section }} className="sf-cancel">
      Cancel
    </Link>
  )
}
