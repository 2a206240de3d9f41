import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { optional } from '../../../contract/platform/words/labels.ts'
import type { Exercise } from '../../../contract/pathways/records/exercise.ts'
import {
  attendanceStatuses,
  exerciseAttendance,
  exerciseAttendanceForm,
  isAttended,
  type ExerciseAttendance,
  exerciseAttendanceRecord,
} from '../../../contract/pathways/records/exerciseAttendance.ts'
import { call } from '../../platform/calls/api.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { ChoiceField } from '../../platform/ui/ChoiceField.tsx'
import { DateField } from '../../platform/ui/DateField.tsx'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { idText } from '../../platform/ui/idText.ts'
import { useReturnToPathway } from './returnTo.tsx'
import { RecordForm } from './RecordForm.tsx'
import { RecordNotFound } from './RecordNotFound.tsx'
import { useRecordAsOpened } from './useRecordAsOpened.ts'

/** A session of an exercise plan; 0 adds one. Type, location and length begin as at the last session. */
export const AttendanceScreen = () => {
  const { exerciseId, attendanceId } = useParams({
    from: '/falls/pathway/attendance/$exerciseId/$attendanceId',
  })
  const view = usePathway()
  const plan = view.exercise.find(({ id }) => String(id) === exerciseId)
  const ofPlan = view.exerciseAttendance.filter((each) => each.exerciseId === plan?.id)
  const record = useRecordAsOpened(ofPlan, attendanceId)
  if (plan === undefined || (attendanceId !== '0' && record === null)) return <RecordNotFound />
  return (
    <AttendanceForm key={`${plan.id}/${attendanceId}`} plan={plan} record={record} last={ofPlan[0] ?? null} />
  )
}

const usualMinutes = '60'

const AttendanceForm = ({
  plan,
  record,
  last,
}: {
  plan: Exercise
  record: ExerciseAttendance | null
  last: ExerciseAttendance | null
}) => {
  const { pathway } = usePathway()
  const { data: types } = useQuery(lookupQuery('exerciseType'))
  const { data: locations } = useQuery(lookupQuery('location'))
  const before = record ?? last
  const form = useZodForm(exerciseAttendanceForm, {
    attendanceDate: record?.attendanceDate ?? '',
    exerciseTypeId: idText(before?.exerciseTypeId),
    locationId: idText(before?.locationId),
    attendanceStatus: record?.attendanceStatus ?? '5',
    minutes: before === null ? usualMinutes : idText(before.minutes),
    afterDeathConfirmed: false,
    unusualConfirmed: false,
  })
  const status = useWatch({ control: form.control, name: 'attendanceStatus' }) ?? '5'
  const current = (id: 'exerciseTypeId' | 'locationId', name: 'exerciseType' | 'location') => ({
    id: before?.[id] ?? null,
    name: before?.names[name] ?? null,
  })
  return (
    <RecordForm
      kind="exerciseAttendance"
      record={record}
      form={form}
      place={useReturnToPathway('exercise')}
      note={<p className="sf-quiet">Exercise plan of {formatDate(plan.exercisePlanDate)}</p>}
      about={record === null ? '' : `Attendance of ${formatDate(record.attendanceDate)}`}
      afterDeathField="afterDeathConfirmed"
      unusualField="unusualConfirmed"
      save={(values, identity, options) =>
        call(
          exerciseAttendance.save,
          {
            ...values,
            // A session that was missed has no length.
            minutes: isAttended(status) ? (values.minutes ?? null) : null,
            ...identity,
            exerciseId: plan.id,
            pathwayId: pathway.id,
          },
          options,
        )
      }
      remove={(identity) =>
        call(exerciseAttendance.delete, { ...identity, exerciseId: plan.id, pathwayId: pathway.id })
      }
    >
      <DateField form={form} name="attendanceDate" label={exerciseAttendanceRecord.labels.attendanceDate} />
      <SelectField
        form={form}
        name="exerciseTypeId"
        label={exerciseAttendanceRecord.labels.exerciseTypeId}
        options={types}
        current={current('exerciseTypeId', 'exerciseType')}
      />
      <SelectField
        form={form}
        name="locationId"
        label={exerciseAttendanceRecord.labels.locationId}
        options={locations}
        current={current('locationId', 'location')}
      />
      <ChoiceField
        form={form}
        name="attendanceStatus"
        label={exerciseAttendanceRecord.labels.attendanceStatus}
        hint="Attended is chosen until you choose another: the person came and took part"
        options={attendanceStatuses.map(({ code, title }) => ({ id: code, name: title }))}
      />
      {isAttended(status) && (
        <TextField
          form={form}
          name="minutes"
          label={optional(exerciseAttendanceRecord.labels.minutes)}
          hint="Length of the session, for the hours of exercise"
          width={3}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
    </RecordForm>
  )
}
