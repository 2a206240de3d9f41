import { Link } from '@tanstack/react-router'
import { useMay } from '../../platform/session/session.ts'
import type { SafetyNets } from '../../../contract/patients/flags/safetyNets.ts'
import {
  formatDate,
  formatName,
  formatNhsNumber,
  orNotRecorded,
} from '../../../contract/platform/words/format.ts'
import { Card } from './Card.tsx'

/** Patients whom this patient could be mistaken for. A Team Lead can compare two records of one person. */
export const SimilarNames = ({ nets: { patientId, similarNames } }: { nets: SafetyNets }) => {
  const mayMerge = useMay('patient.merge')
  return (
    <Card id="similar" title="Other patients of similar name">
      <p>Check the date of birth and the NHS number before you write anything.</p>
      <ul className="sf-flags">
        {similarNames.map((other) => (
          <li key={other.id} className="sf-flags__one">
            <Link to="/falls/patient/view" search={{ id: other.id }} translate="no">
              {formatName(other)}
            </Link>
            , born {formatDate(other.dateOfBirth)}, NHS No.{' '}
            <span translate="no">{formatNhsNumber(other.nhsNumber)}</span>, {orNotRecorded(other.postcode)}
            {mayMerge && (
              <>
                {'. '}
                <Link
                  to="/falls/compare-records"
                  search={{ patientId, otherId: other.id }}
                  aria-label={`Compare with ${formatName(other)}`}
                >
                  Compare the records
                </Link>
              </>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
