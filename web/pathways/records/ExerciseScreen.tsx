import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { optional } from '../../../contract/platform/words/labels.ts'
import {
  exercise,
  exerciseForm,
  type Exercise,
  exerciseRecord,
} from '../../../contract/pathways/records/exercise.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { DateField } from '../../platform/ui/DateField.tsx'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { TextAreaField } from '../../platform/ui/TextAreaField.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { idText } from '../../platform/ui/idText.ts'
import { useReturnToPathway } from './returnTo.tsx'
import { RecordForm } from './RecordForm.tsx'
import { RecordNotFound } from './RecordNotFound.tsx'
import { useRecordAsOpened } from './useRecordAsOpened.ts'

/** An exercise plan of this pathway; 0 adds one. */
export const ExerciseScreen = () => {
  const { exerciseId } = useParams({ from: '/falls/pathway/exercise/$exerciseId' })
  const record = useRecordAsOpened(usePathway().exercise, exerciseId)
  if (exerciseId !== '0' && record === null) return <RecordNotFound />
  return <ExerciseForm key={exerciseId} record={record} />
}

const ExerciseForm = ({ record }: { record: Exercise | null }) => {
  const { pathway, exerciseAttendance } = usePathway()
  const { data: clinicians } = useQuery(lookupQuery('clinician'))
  const form = useZodForm(exerciseForm, {
    exercisePlanDate: record?.exercisePlanDate ?? '',
    clinicianId: idText(record?.clinicianId),
    exercisePlan: record?.exercisePlan ?? '',
    completedDate: record?.completedDate ?? '',
    afterDeathConfirmed: false,
    unusualConfirmed: false,
  })
  const attendances = exerciseAttendance.filter(({ exerciseId }) => exerciseId === record?.id).length
  return (
    <RecordForm
      kind="exercise"
      record={record}
      form={form}
      place={useReturnToPathway('exercise')}
      about={record === null ? '' : `Exercise plan of ${formatDate(record.exercisePlanDate)}`}
      deleteWarning={
        attendances === 0
          ? undefined
          : `Its ${attendances === 1 ? 'attendance goes' : `${attendances} attendances go`} with it.`
      }
      afterDeathField="afterDeathConfirmed"
      unusualField="unusualConfirmed"
      save={(values, identity, options) =>
        call(exercise.save, { ...values, ...identity, pathwayId: pathway.id }, options)
      }
      remove={(identity) => call(exercise.delete, { ...identity, pathwayId: pathway.id })}
    >
      <DateField
        form={form}
        name="exercisePlanDate"
        label={exerciseRecord.labels.exercisePlanDate}
        hint="May be in the future"
      />
      <SelectField
        form={form}
        name="clinicianId"
        label={exerciseRecord.labels.clinicianId}
        options={clinicians}
        current={{ id: record?.clinicianId ?? null, name: record?.names.clinician ?? null }}
      />
      <TextAreaField form={form} name="exercisePlan" label={exerciseRecord.labels.exercisePlan} />
      <DateField
        form={form}
        name="completedDate"
        label={optional(exerciseRecord.labels.completedDate)}
        hint="The person stays in exercise until this is recorded"
      />
    </RecordForm>
  )
}
