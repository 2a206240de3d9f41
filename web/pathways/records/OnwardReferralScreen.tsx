import { onwardReferralForm } from '../../../contract/pathways/records/onwardReferral.ts'
import { DescribedForm } from './DescribedForm.tsx'
import { onwardProgressFields } from './onwardProgressFields.ts'
import { recordScreen } from './recordScreen.tsx'

/** An onward referral of this pathway; 0 adds one. */
export const OnwardReferralScreen = recordScreen('onwardReferral', 'onwardReferralId', ({ record }) => (
  <DescribedForm
    kind="onwardReferral"
    record={record}
    schema={onwardReferralForm}
    fields={[
      { day: 'referralDate' },
      { lookup: 'referralClinicianId', of: 'clinician' },
      { lookup: 'referToId', of: 'referTo' },
      { lookup: 'referralMethodId', of: 'method' },
      ...(record === null ? [] : onwardProgressFields),
    ]}
  />
))
