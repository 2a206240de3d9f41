import { planEndings, stoppedReasons } from '../../../contract/pathways/records/exerciseEnding.ts'
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
      // A plan that ended before this was asked counts as completed.
      values={
        record === null || record.completedDate === null ? {} : { endedHow: record.endedHow ?? 'completed' }
      }
      fields={[
        { day: 'exercisePlanDate', hint: 'May be in the future' },
        { lookup: 'clinicianId', of: 'clinician' },
        { lines: 'exercisePlan' },
        {
          day: 'completedDate',
          isOptional: true,
          hint: 'The day on which the plan ended. The person stays in exercise until this is recorded',
        },
        { choice: 'endedHow', options: planEndings, when: ['completedDate', Boolean] },
        {
          select: 'stoppedReason',
          options: stoppedReasons,
          offersKnown: false,
          when: ['endedHow', (how) => how === 'stopped'],
        },
        {
          text: 'elsewhereTo',
          isOptional: true,
          hint: 'Such as a leisure class',
          when: ['endedHow', (how) => how === 'elsewhere'],
        },
      ]}
    />
  )
})
