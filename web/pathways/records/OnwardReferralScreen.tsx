import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { formatDate } from '../../../contract/platform/words/format.ts'
import {
  onwardReferral,
  onwardReferralForm,
  type OnwardReferral,
  onwardReferralRecord,
} from '../../../contract/pathways/records/onwardReferral.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { DateField } from '../../platform/ui/DateField.tsx'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { idText } from '../../platform/ui/idText.ts'
import { OnwardProgressFields, onwardProgressValues } from './OnwardProgressFields.tsx'
import { useReturnToPathway } from './returnTo.tsx'
import { RecordForm } from './RecordForm.tsx'
import { RecordNotFound } from './RecordNotFound.tsx'
import { useRecordAsOpened } from './useRecordAsOpened.ts'

/** An onward referral of this pathway; 0 adds one. */
export const OnwardReferralScreen = () => {
  const { onwardReferralId } = useParams({ from: '/falls/pathway/onwardReferral/$onwardReferralId' })
  const record = useRecordAsOpened(usePathway().onwardReferral, onwardReferralId)
  if (onwardReferralId !== '0' && record === null) return <RecordNotFound />
  return <OnwardReferralForm key={onwardReferralId} record={record} />
}

const OnwardReferralForm = ({ record }: { record: OnwardReferral | null }) => {
  const { pathway } = usePathway()
  const { data: clinicians } = useQuery(lookupQuery('clinician'))
  const { data: destinations } = useQuery(lookupQuery('referTo'))
  const { data: methods } = useQuery(lookupQuery('method'))
  const form = useZodForm(onwardReferralForm, {
    referralDate: record?.referralDate ?? '',
    referralClinicianId: idText(record?.referralClinicianId),
    referToId: idText(record?.referToId),
    referralMethodId: idText(record?.referralMethodId),
    ...onwardProgressValues(record),
    afterDeathConfirmed: false,
    unusualConfirmed: false,
  })
  return (
    <RecordForm
      kind="onwardReferral"
      record={record}
      form={form}
      place={useReturnToPathway('onwardReferral')}
      about={
        record === null
          ? ''
          : `Onward referral of ${formatDate(record.referralDate)} to ${record.names.referTo}`
      }
      afterDeathField="afterDeathConfirmed"
      unusualField="unusualConfirmed"
      save={(values, identity, options) =>
        call(onwardReferral.save, { ...values, ...identity, pathwayId: pathway.id }, options)
      }
      remove={(identity) => call(onwardReferral.delete, { ...identity, pathwayId: pathway.id })}
    >
      <DateField form={form} name="referralDate" label={onwardReferralRecord.labels.referralDate} />
      <SelectField
        form={form}
        name="referralClinicianId"
        label={onwardReferralRecord.labels.referralClinicianId}
        options={clinicians}
        current={{
          id: record?.referralClinicianId ?? null,
          name: record?.names.referralClinician ?? null,
        }}
      />
      <SelectField
        form={form}
        name="referToId"
        label={onwardReferralRecord.labels.referToId}
        options={destinations}
        current={{ id: record?.referToId ?? null, name: record?.names.referTo ?? null }}
      />
      <SelectField
        form={form}
        name="referralMethodId"
        label={onwardReferralRecord.labels.referralMethodId}
        options={methods}
        current={{ id: record?.referralMethodId ?? null, name: record?.names.referralMethod ?? null }}
      />
      {record !== null && <OnwardProgressFields form={form} />}
    </RecordForm>
  )
}
