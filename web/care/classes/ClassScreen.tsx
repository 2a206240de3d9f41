import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { whenOf, type ClassSession, type ClassView } from '../../../contract/care/classes/class.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { useMay } from '../../platform/session/session.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { ClassPeople } from './ClassPeople.tsx'
import { ClearingWarning } from './ClearingWarning.tsx'
import { classQuery } from './classQueries.ts'
import { Instructor } from './Instructor.tsx'
import { isOver, placesInWords } from './inWords.ts'
import { UnsentMarks } from './UnsentMarks.tsx'

/** A class: its details, its sessions with their registers, and its people. */
export const ClassScreen = () => {
  const { classId } = useParams({ from: '/falls/class/$classId' })
  const { data: view, error, refetch } = useQuery(classQuery(Number(classId)))
  if (view === undefined)
    return <LoadingOrFailed what="class" shape="lines" error={error} refetch={refetch} />
  return <Shown view={view} />
}

const Shown = ({ view }: { view: ClassView }) => {
  const mayWrite = useMay('class.write')
  return (
    <>
      <div className="sf-list__head">
        <PageTitle tab="Class">{view.name}</PageTitle>
        {mayWrite && (
          <span className="sf-actions">
            <Link className="sf-button" to="/falls/class-edit/$classId" params={{ classId: String(view.id) }}>
              Edit class
            </Link>
            {(!isOver(view) || view.taken > 0) && (
              <Link
                className="sf-button"
                to="/falls/class-close/$classId"
                params={{ classId: String(view.id) }}
              >
                Close the class
              </Link>
            )}
          </span>
        )}
      </div>
      <UnsentMarks />
      <p className="sf-purpose">
        {whenOf(view)}, {view.minutes} minutes, {view.names.location}. {view.names.exerciseType}, from{' '}
        <span className="sf-nowrap">{formatDate(view.firstDate)}</span> for {view.weeks} weeks.{' '}
        <Instructor of={view} />
      </p>
      <p>
        <strong>{placesInWords(view)}</strong>
      </p>
      <ClearingWarning of={view} />
      <Sessions sessions={view.sessions} />
      <ClassPeople of={view} />
    </>
  )
}

/** The sessions around today, whose registers are most likely to be opened. */
const nearest = (sessions: readonly ClassSession[], day: string): ClassSession[] => {
  const next = sessions.findIndex(({ sessionDate }) => sessionDate >= day)
  const at = next === -1 ? sessions.length : next
  return sessions.slice(Math.max(0, at - 3), at + 2)
}

const Sessions = ({ sessions }: { sessions: readonly ClassSession[] }) => {
  const day = today()
  const near = nearest(sessions, day)
  const others = sessions.filter((session) => !near.includes(session))
  return (
    <section className="sf-card sf-part" aria-labelledby="sessions">
      <h2 className="nhsuk-heading-m" id="sessions">
        Sessions
      </h2>
      {sessions.length === 0 ? (
        <p>Every day of this class is a day off.</p>
      ) : (
        <List sessions={near} day={day} />
      )}
      {others.length > 0 && (
        <details className="nhsuk-details">
          <summary className="nhsuk-details__summary">
            <span className="nhsuk-details__summary-text">All other sessions ({others.length})</span>
          </summary>
          <div className="nhsuk-details__text">
            <List sessions={others} day={day} />
          </div>
        </details>
      )}
    </section>
  )
}

const List = ({ sessions, day }: { sessions: readonly ClassSession[]; day: string }) => {
  const mayMark = useMay('clinical.write')
  return (
    <ul className="sf-tasks">
      {sessions.map((session) => (
        <li key={session.id}>
          <div>
            <p>
              <strong>{formatDate(session.sessionDate)}</strong> at {session.startTime}
              {session.sessionDate === day && ', today'}
            </p>
            <p className="sf-quiet">{stateOf(session, day)}</p>
          </div>
          {mayMark && session.sessionDate <= day && (
            <Link
              className="sf-button"
              to="/falls/class-register/$sessionId"
              params={{ sessionId: String(session.id) }}
              aria-label={`Register of ${formatDate(session.sessionDate)}`}
            >
              Register
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

const stateOf = ({ sessionDate, marked, attended, clinician }: ClassSession, day: string): string => {
  if (sessionDate > day) return clinician
  return marked === 0 ? 'Nobody is marked yet' : `${attended} of ${marked} attended · ${clinician}`
}
