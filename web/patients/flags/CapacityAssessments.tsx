import { Link } from '@tanstack/react-router'
import type { SafetyNets } from '../../../contract/patients/flags/safetyNets.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { usePatient } from '../frames/PatientFrame.tsx'
import { useMay } from '../../platform/session/session.ts'
import { Card } from './Card.tsx'

/** Which decisions the patient was able to make, and which not. */
export const CapacityAssessments = ({ nets: { capacity } }: { nets: SafetyNets }) => {
  const { id } = usePatient()
  const mayWrite = useMay('clinical.write')
  return (
    <Card
      id="capacity"
      title="Mental capacity"
      action={
        mayWrite && (
          <Link
            className="sf-button"
            to="/falls/patient/capacity/$capacityId"
            params={{ capacityId: '0' }}
            search={{ id }}
          >
            Add an assessment
          </Link>
        )
      }
    >
      {capacity.length === 0 && <p>No assessment recorded.</p>}
      <ul className="sf-flags">
        {capacity.map((row) => (
          <li key={row.id} className="sf-flags__one">
            <h3 className="sf-flags__title">{row.decision}</h3>
            <p>
              <strong>{row.isAble ? 'Able to decide' : 'Not able to decide'}</strong>, assessed on{' '}
              {formatDate(row.assessedDate)} by {row.assessor}.
            </p>
            <p className="sf-text">{row.basis}</p>
            {row.attorney !== null && <p>Attorney or deputy: {row.attorney}</p>}
            {mayWrite && (
              <p className="sf-actions">
                <Link
                  className="sf-button"
                  to="/falls/patient/capacity/$capacityId"
                  params={{ capacityId: String(row.id) }}
                  search={{ id }}
                  aria-label={`Edit assessment of ${formatDate(row.assessedDate)}: ${row.decision}`}
                >
                  Edit
                </Link>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
