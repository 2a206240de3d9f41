import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { formatDate } from '../../contract/format.ts'
import {
  callOutcomes,
  followup,
  followupForm,
  type Followup,
  followupRecord,
} from '../../contract/records/followup.ts'
import { ApiError, call } from '../api.ts'
import { usePathway } from '../frames/PathwayFrame.tsx'
import { lookupQuery } from '../queries.ts'
import { DateField } from '../ui/DateField.tsx'
import { SelectField } from '../ui/fields.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { useZodForm } from '../ui/useZodForm.ts'
import { idText } from '../ui/idText.ts'
import { useReturnToPathway } from './returnTo.tsx'
import { RecordForm } from './RecordForm.tsx'
import { useRecordAsOpened } from './useRecordAsOpened.ts'

/** A telephone follow-up of this pathway; 0 adds one. */
export const FollowupScreen = () => {
  const { followupId } = useParams({ from: '/falls/pathway/followup/$followupId' })
  const record = useRecordAsOpened(usePathway().followup, followupId)
  if (followupId !== '0' && record === null) return <FailedState error={new ApiError(404, 'Not found')} />
  return <FollowupForm key={followupId} record={record} />
}

const FollowupForm = ({ record }: { record: Followup | null }) => {
  const { pathway } = usePathway()
  const { data: clinicians } = useQuery(lookupQuery('clinician'))
  const form = useZodForm(followupForm, {
    callDate: record?.callDate ?? '',
    clinicianId: idText(record?.clinicianId),
    outcome: record === null ? ('reached' as const) : (record.outcome ?? ('reached' as const)),
    afterDeathConfirmed: false,
  })
  return (
    <RecordForm
      kind="followup"
      record={record}
      form={form}
      place={useReturnToPathway('followup')}
      note={
        <p className="sf-quiet">
          Only a call in which the patient was reached, on or after the day on which the last plan ended,
          counts towards the two follow-ups.
        </p>
      }
      about={record === null ? '' : `Telephone follow-up of ${formatDate(record.callDate)}`}
      afterDeathField="afterDeathConfirmed"
      save={(values, identity, options) =>
        call(followup.save, { ...values, ...identity, pathwayId: pathway.id }, options)
      }
      remove={(identity) => call(followup.delete, { ...identity, pathwayId: pathway.id })}
    >
      <DateField form={form} name="callDate" label={followupRecord.labels.callDate} />
      <SelectField
        form={form}
        name="outcome"
        label={followupRecord.labels.outcome}
        options={callOutcomes.map(({ code, title }) => ({ id: code, name: title }))}
      />
      <SelectField
        form={form}
        name="clinicianId"
        label={followupRecord.labels.clinicianId}
        options={clinicians}
        current={{ id: record?.clinicianId ?? null, name: record?.names.clinician ?? null }}
      />
    </RecordForm>
  )
}
