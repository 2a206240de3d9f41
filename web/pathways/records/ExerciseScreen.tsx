import { exerciseForm } from '../../../contract/pathways/records/exercise.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { DescribedForm } from './DescribedForm.tsx'
import { recordScreen } from './recordScreen.tsx'

/** An exercise plan of this pathway; 0 adds one. */
export const ExerciseScreen = recordScreen('exercise', 'exerciseId', ({ record }) => {
  const attendances = usePathway().exerciseAttendance.filter(
    ({ exerciseId }) => exerciseId === record?.id,
  ).length
  return (
    <DescribedForm
      kind="exercise"
      record={record}
      schema={exerciseForm}
      deleteWarning={
        attendances === 0
          ? undefined
          : `Its ${attendances === 1 ? 'attendance is' : `${attendances} attendances are`} deleted with it.`
      }
      fields={[
        { day: 'exercisePlanDate', hint: 'May be in the future' },
        { lookup: 'clinicianId', of: 'clinician' },
        { lines: 'exercisePlan' },
        {
          day: 'completedDate',
          isOptional: true,
          hint: 'The person stays in exercise until this is recorded',
        },
      ]}
    />
  )
})
