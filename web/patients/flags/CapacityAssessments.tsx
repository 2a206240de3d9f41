import type { SafetyNets } from '../../../contract/patients/flags/safetyNets.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { useMay } from '../../platform/session/session.ts'
import { NetCard } from './NetCard.tsx'

/** Which decisions the patient was able to make, and which not. */
export const CapacityAssessments = ({ nets: { capacity } }: { nets: SafetyNets }) => (
  <NetCard
    id="capacity"
    title="Mental capacity"
    to="/falls/patient/capacity/$capacityId"
    mayWrite={useMay('clinical.write')}
    add="Add an assessment"
    none="No assessment recorded."
    rows={capacity}
    titleOf={({ decision }) => decision}
    editOf={({ assessedDate, decision }) => `Edit assessment of ${formatDate(assessedDate)}: ${decision}`}
  >
    {({ isAble, assessedDate, assessor, basis, attorney }) => (
      <>
        <p>
          <strong>{isAble ? 'Able to decide' : 'Not able to decide'}</strong>, assessed on{' '}
          {formatDate(assessedDate)} by {assessor}.
        </p>
        <p className="sf-text">{basis}</p>
        {attorney !== null && <p>Attorney or deputy: {attorney}</p>}
      </>
    )}
  </NetCard>
)
