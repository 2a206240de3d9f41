import { Link } from '@tanstack/react-router'
import { NotFoundScreen } from '../../platform/ui/FailedScreen.tsx'
import { usePatient } from './PatientFrame.tsx'

/** Shown in place of a form if the address names no record of this patient. */
export const PatientRecordNotFound = () => (
  <NotFoundScreen>
    <p>
      <Link to="/falls/patient/view" search={{ id: usePatient().id }}>
        Go back to the patient
      </Link>
    </p>
  </NotFoundScreen>
)
