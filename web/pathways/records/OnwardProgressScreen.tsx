import { useParams } from '@tanstack/react-router'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { onwardProgressForm, saveOnwardProgress } from '../../../contract/pathways/records/onwardProgress.ts'
import type { OnwardReferral } from '../../../contract/pathways/records/onwardReferral.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { OnwardProgressFields, onwardProgressValues } from './OnwardProgressFields.tsx'
import { ProgressForm } from './ProgressForm.tsx'
import { RecordNotFound } from './RecordNotFound.tsx'
import { useRecordAsOpened } from './useRecordAsOpened.ts'

/** What became of an onward referral. */
export const OnwardProgressScreen = () => {
  const { onwardReferralId } = useParams({ from: '/falls/pathway/onward-progress/$onwardReferralId' })
  const record = useRecordAsOpened(usePathway().onwardReferral, onwardReferralId)
  if (record === null) return <RecordNotFound />
  return <OnwardProgressFormOf key={onwardReferralId} record={record} />
}

const OnwardProgressFormOf = ({ record }: { record: OnwardReferral }) => {
  const { pathway } = usePathway()
  const form = useZodForm(onwardProgressForm(record.referralDate), {
    ...onwardProgressValues(record),
    afterDeathConfirmed: false,
  })
  return (
    <ProgressForm
      kind="onwardReferral"
      record={record}
      title="What became of this onward referral"
      about={`Sent to ${record.names.referTo} on ${formatDate(record.referralDate)}`}
      said="Onward referral saved"
      form={form}
      save={(values, version) =>
        call(saveOnwardProgress, { ...values, id: record.id, version, pathwayId: pathway.id })
      }
      afterDeathField="afterDeathConfirmed"
    >
      <OnwardProgressFields form={form} />
    </ProgressForm>
  )
}
