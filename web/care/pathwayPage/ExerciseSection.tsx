import { Link } from '@tanstack/react-router'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { tookPlace } from '../../../contract/stages/plans.ts'
import type { Exercise } from '../../../contract/pathways/records/exercise.ts'
import { endingInWords } from '../../../contract/pathways/records/exerciseEnding.ts'
import {
  attendanceSummary,
  attendanceTitle,
  type AttendanceSummary,
  type ExerciseAttendance,
} from '../../../contract/pathways/records/exerciseAttendance.ts'
import { attendancePath } from '../../pathways/records/recordLink.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { Sentence } from '../../platform/ui/Sentence.tsx'
import { Folded } from './Folded.tsx'
import { RecordSection, useMayRecord } from './RecordSection.tsx'
import { Maybe, RecordTable } from './RecordTable.tsx'

/** Exercise plans, each with its sessions and how many were attended. */
export const ExerciseSection = () => {
  const { exerciseAttendance } = usePathway()
  return (
    <RecordSection
      kind="exercise"
      isOpen={({ completedDate }) => completedDate === null}
      columns={[
        {
          title: 'Plan date',
          cell: ({ exercisePlanDate }) => <span className="sf-nowrap">{formatDate(exercisePlanDate)}</span>,
        },
        {
          title: 'Exercise plan',
          cell: ({ exercisePlan }) => <div className="sf-text sf-wide">{exercisePlan}</div>,
        },
        {
          title: 'Ended',
          cell: (plan) =>
            plan.completedDate === null ? (
              <Maybe value={null} />
            ) : (
              <>
                <span className="sf-nowrap">{formatDate(plan.completedDate)}</span>
                <div className="sf-quiet">
                  {tookPlace(plan.exercisePlanDate, plan.completedDate) ? (
                    <Sentence>{endingInWords(plan) ?? ''}</Sentence>
                  ) : (
                    'Did not take place'
                  )}
                </div>
              </>
            ),
        },
        { title: 'Clinician', isName: true, cell: ({ names }) => names.clinician },
      ]}
      below={(plans) =>
        plans.map((plan) => (
          <Attendances
            key={plan.id}
            plan={plan}
            attendances={exerciseAttendance.filter(({ exerciseId }) => exerciseId === plan.id)}
          />
        ))
      }
    />
  )
}

const hours = (minutes: number): string => {
  const whole = Math.floor(minutes / 60)
  const rest = minutes % 60
  return rest === 0 ? `${whole} h` : `${whole} h ${rest} min`
}

/** '7 of 9 sessions attended (78%), 6 h 30 min of exercise'. */
const inWords = ({
  sessions,
  attended,
  percentage,
  minutesAttended,
  withoutMinutes,
}: AttendanceSummary): string => {
  if (percentage === null) return 'No session yet.'
  const time = minutesAttended === 0 ? '' : `, ${hours(minutesAttended)} of exercise`
  const untimed = withoutMinutes === 0 || minutesAttended === 0 ? '' : ` (${withoutMinutes} without a length)`
  return `${attended} of ${sessions} ${sessions === 1 ? 'session' : 'sessions'} attended (${percentage}%)${time}${untimed}.`
}

/** A course has about thirty sessions, and users look for the latest. */
const shownAtFirst = 5

const Attendances = ({
  plan,
  attendances,
}: {
  plan: Exercise
  attendances: readonly ExerciseAttendance[]
}) => {
  const { pathway, patient } = usePathway()
  const mayRecord = useMayRecord()
  const of = `exercise plan of ${formatDate(plan.exercisePlanDate)}`
  return (
    <div className="sf-sub">
      <div className="sf-part__head">
        <h3 className="nhsuk-heading-xs">
          Attendance{' '}
          <span className="sf-part__note">
            <Sentence>{of}</Sentence>
          </span>
        </h3>
        {mayRecord && (
          <Link
            className="sf-button"
            to={attendancePath(plan.id, 0)}
            search={{ id: pathway.id, patientId: patient.id }}
            aria-label={`Add attendance to the ${of}`}
          >
            Add
          </Link>
        )}
      </div>
      <p>{inWords(attendanceSummary(attendances))}</p>
      {attendances.length > 0 && (
        <Folded
          name={`attendance ${plan.id}`}
          records={attendances}
          shownAtFirst={shownAtFirst}
          more={(all) => `Show all ${all} sessions`}
        >
          {(shown) => (
            <RecordTable
              label={`Attendance, ${of}`}
              records={shown}
              nameOf={({ attendanceDate }) => `attendance of ${formatDate(attendanceDate)}`}
              editPath={mayRecord ? ({ id }) => attendancePath(plan.id, id) : null}
              columns={[
                {
                  title: 'Date',
                  cell: ({ attendanceDate }) => (
                    <span className="sf-nowrap">{formatDate(attendanceDate)}</span>
                  ),
                },
                { title: 'Exercise type', cell: ({ names }) => names.exerciseType },
                { title: 'Location', cell: ({ names }) => names.location },
                {
                  title: 'What happened',
                  cell: ({ attendanceStatus, minutes }) =>
                    attendanceTitle(attendanceStatus) + (minutes === null ? '' : `, ${minutes} minutes`),
                },
              ]}
            />
          )}
        </Folded>
      )}
    </div>
  )
}
