import {
  onwardProgressForm,
  onwardProgressLabels,
  saveOnwardProgress,
} from '../../../contract/pathways/records/onwardProgress.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { call } from '../../platform/calls/api.ts'
import { onwardProgressFields } from './onwardProgressFields.ts'
import { ProgressForm } from './ProgressForm.tsx'
import { RecordNotFound } from './RecordNotFound.tsx'
import { recordScreen } from './recordScreen.tsx'

/** What became of an onward referral. */
export const OnwardProgressScreen = recordScreen('onwardReferral', 'onwardReferralId', ({ record }) => {
  const { pathway } = usePathway()
  if (record === null) return <RecordNotFound />
  return (
    <ProgressForm
      kind="onwardReferral"
      record={record}
      title="What became of this onward referral"
      about={`Sent to ${record.names.referTo} on ${formatDate(record.referralDate)}`}
      said="Onward referral saved"
      schema={onwardProgressForm(record.referralDate)}
      fields={onwardProgressFields}
      labels={onwardProgressLabels}
      save={(values, version) =>
        call(saveOnwardProgress, { ...values, id: record.id, version, pathwayId: pathway.id })
      }
    />
  )
})
