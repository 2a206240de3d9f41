import { Link } from '@tanstack/react-router'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { NotFoundScreen } from '../../platform/ui/FailedScreen.tsx'

/** Shown instead of a form if the address names no record of this pathway. */
export const RecordNotFound = () => {
  const { pathway, patient } = usePathway()
  return (
    <NotFoundScreen>
      <p>
        <Link to="/falls/pathway/view" search={{ id: pathway.id, patientId: patient.id }}>
          Go back to the pathway
        </Link>
      </p>
    </NotFoundScreen>
  )
}
