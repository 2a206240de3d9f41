import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { optional } from '../../../contract/platform/words/labels.ts'
import type { LookupRow } from '../../../contract/reference/lookupRow.ts'
import {
  goalsNotAchievedCode,
  treatmentPlan,
  treatmentPlanForm,
  type TreatmentPlan,
  treatmentPlanRecord,
} from '../../../contract/pathways/records/treatmentPlan.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { DateField } from '../../platform/ui/DateField.tsx'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { TextAreaField } from '../../platform/ui/TextAreaField.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { idText } from '../../platform/ui/idText.ts'
import { useReturnToPathway } from './returnTo.tsx'
import { RecordForm } from './RecordForm.tsx'
import { RecordNotFound } from './RecordNotFound.tsx'
import { useRecordAsOpened } from './useRecordAsOpened.ts'

/** A treatment plan of this pathway; 0 adds one. */
export const TreatmentPlanScreen = () => {
  const { treatmentPlanId } = useParams({ from: '/falls/pathway/treatmentPlan/$treatmentPlanId' })
  const record = useRecordAsOpened(usePathway().treatmentPlan, treatmentPlanId)
  // The rule about goals needs the list before anything can be saved.
  const { data: goals, error, refetch } = useQuery(lookupQuery('goalsAchieved'))
  if (treatmentPlanId !== '0' && record === null) return <RecordNotFound />
  if (goals === undefined)
    return error === null ? (
      <LoadingState what="treatment plan" />
    ) : (
      <FailedState error={error} reset={() => void refetch()} />
    )
  return <TreatmentPlanForm key={treatmentPlanId} record={record} goals={goals} />
}

const TreatmentPlanForm = ({
  record,
  goals,
}: {
  record: TreatmentPlan | null
  goals: readonly LookupRow[]
}) => {
  const { pathway } = usePathway()
  const { data: clinicians } = useQuery(lookupQuery('clinician'))
  const { data: locations } = useQuery(lookupQuery('location'))
  const isNo = (id: number) => goals.find((goal) => goal.id === id)?.code === goalsNotAchievedCode
  const form = useZodForm(treatmentPlanForm(isNo), {
    treatmentDate: record?.treatmentDate ?? '',
    assessmentDate: record?.assessmentDate ?? '',
    clinicianId: idText(record?.clinicianId),
    locationId: idText(record?.locationId),
    patientGoals: record?.patientGoals ?? '',
    goalsAchievedId: idText(record?.goalsAchievedId),
    goalsNotAchievedReason: record?.goalsNotAchievedReason ?? '',
    endedDate: record?.endedDate ?? '',
    afterDeathConfirmed: false,
    unusualConfirmed: false,
  })
  const chosen = useWatch({ control: form.control, name: 'goalsAchievedId' })
  return (
    <RecordForm
      kind="treatmentPlan"
      record={record}
      form={form}
      place={useReturnToPathway('treatmentPlan')}
      about={record === null ? '' : `Treatment plan of ${formatDate(record.treatmentDate)}`}
      afterDeathField="afterDeathConfirmed"
      unusualField="unusualConfirmed"
      save={(values, identity, options) =>
        call(
          treatmentPlan.save,
          { ...values, endedDate: chosen ? values.endedDate : null, ...identity, pathwayId: pathway.id },
          options,
        )
      }
      remove={(identity) => call(treatmentPlan.delete, { ...identity, pathwayId: pathway.id })}
    >
      <DateField
        form={form}
        name="treatmentDate"
        label={treatmentPlanRecord.labels.treatmentDate}
        hint="May be in the future"
      />
      <DateField
        form={form}
        name="assessmentDate"
        label={optional(treatmentPlanRecord.labels.assessmentDate)}
      />
      <SelectField
        form={form}
        name="clinicianId"
        label={treatmentPlanRecord.labels.clinicianId}
        options={clinicians}
        current={{ id: record?.clinicianId ?? null, name: record?.names.clinician ?? null }}
      />
      <SelectField
        form={form}
        name="locationId"
        label={treatmentPlanRecord.labels.locationId}
        options={locations}
        current={{ id: record?.locationId ?? null, name: record?.names.location ?? null }}
      />
      <TextAreaField
        form={form}
        name="patientGoals"
        label={treatmentPlanRecord.labels.patientGoals}
        hint="What matters to the person, in their own words"
      />
      <SelectField
        form={form}
        name="goalsAchievedId"
        label={optional(treatmentPlanRecord.labels.goalsAchievedId)}
        hint="The plan stays open until this is recorded"
        options={goals}
        optional
        current={{ id: record?.goalsAchievedId ?? null, name: record?.names.goalsAchieved ?? null }}
      />
      {Boolean(chosen) && (
        <DateField
          form={form}
          name="endedDate"
          label={optional(treatmentPlanRecord.labels.endedDate)}
          hint="Today, unless you enter another day. The follow-up calls are due from this day"
        />
      )}
      {isNo(Number(chosen)) && (
        <TextAreaField
          form={form}
          name="goalsNotAchievedReason"
          label={treatmentPlanRecord.labels.goalsNotAchievedReason}
          rows={3}
        />
      )}
    </RecordForm>
  )
}
