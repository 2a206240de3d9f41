import { useParams } from '@tanstack/react-router'
import type { Exercise } from '../../../contract/pathways/records/exercise.ts'
import {
  attendanceStatuses,
  exerciseAttendanceForm,
  isAttended,
  type ExerciseAttendance,
} from '../../../contract/pathways/records/exerciseAttendance.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { idText } from '../../platform/ui/idText.ts'
import { DescribedForm } from './DescribedForm.tsx'
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
}) => (
  <DescribedForm
    kind="exerciseAttendance"
    record={record}
    schema={exerciseAttendanceForm}
    section="exercise"
    note={`Exercise plan of ${formatDate(plan.exercisePlanDate)}`}
    about={record === null ? '' : `Attendance of ${formatDate(record.attendanceDate)}`}
    ids={{ exerciseId: plan.id }}
    like={last}
    initial={{
      exerciseTypeId: idText(last?.exerciseTypeId),
      locationId: idText(last?.locationId),
      attendanceStatus: '5',
      minutes: last === null ? usualMinutes : idText(last.minutes),
    }}
    // A session that was missed has no length.
    send={({ minutes, ...values }) => ({
      ...values,
      minutes: isAttended(values.attendanceStatus ?? '5') ? (minutes ?? null) : null,
    })}
    fields={[
      { day: 'attendanceDate' },
      { lookup: 'exerciseTypeId', of: 'exerciseType' },
      { lookup: 'locationId', of: 'location' },
      {
        choice: 'attendanceStatus',
        options: attendanceStatuses,
        hint: 'Attended is chosen until you choose another: the person came and took part',
      },
      {
        text: 'minutes',
        isOptional: true,
        isNumber: true,
        width: 3,
        hint: 'Length of the session, for the hours of exercise',
        when: [
          'attendanceStatus',
          (status) => attendanceStatuses.some(({ code, attended }) => code === status && attended),
        ],
      },
    ]}
  />
)
