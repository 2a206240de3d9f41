import { noPlanDecisionForm } from '../../../contract/pathways/records/noPlanDecision.ts'
import { noPlanReasons } from '../../../contract/stages/noPlanReasons.ts'
import { DescribedForm } from './DescribedForm.tsx'
import { recordScreen } from './recordScreen.tsx'

/** The decision that this person needs no treatment or exercise plan; 0 adds it. */
export const NoPlanDecisionScreen = recordScreen('noPlanDecision', 'noPlanDecisionId', ({ record }) => (
  <DescribedForm
    kind="noPlanDecision"
    record={record}
    schema={noPlanDecisionForm}
    note="The person then waits for the follow-up calls instead of a plan. Deleting the decision undoes it."
    fields={[
      { day: 'decisionDate' },
      { select: 'reason', options: noPlanReasons },
      { lookup: 'clinicianId', of: 'clinician' },
    ]}
  />
))
