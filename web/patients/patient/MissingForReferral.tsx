import { Link } from '@tanstack/react-router'
import { WarningCallout } from 'nhsuk-react-components'
import type { prePathwayCheck } from '../../../contract/patients/patient.ts'

/** The screen that corrects each missing part. */
const screenFor: Record<string, 'demographics' | 'gp-search'> = {
  nhsNumber: 'demographics',
  familyName: 'demographics',
  genderId: 'demographics',
  registeredGP: 'gp-search',
}

interface MissingForReferralProps {
  patientId: number
  missing: ReturnType<typeof prePathwayCheck>
}

/** What the pre-pathway check found missing (specification), each with a link to the screen that corrects it. */
export const MissingForReferral = ({ patientId: id, missing }: MissingForReferralProps) => (
  <WarningCallout>
    <WarningCallout.Heading headingLevel="h2">Before a referral can be made</WarningCallout.Heading>
    <ul>
      {missing.map(({ field, message }) => (
        <li key={field}>
          <Link
            to={`/falls/patient/${screenFor[field] ?? 'demographics'}`}
            search={{ id, newReferral: true }}
          >
            {message}
          </Link>
        </li>
      ))}
    </ul>
  </WarningCallout>
)
