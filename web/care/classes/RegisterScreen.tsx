import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Register } from '../../../contract/care/classes/register.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { isAttended } from '../../../contract/pathways/records/exerciseAttendance.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { useMay } from '../../platform/session/session.ts'
import { useUnsavedWork } from '../../platform/session/unsaved.ts'
import { CancelSession } from './CancelSession.tsx'
import { registerQuery } from './classQueries.ts'
import { marksInWords } from './inWords.ts'
import { useWaitingMarks } from './markQueue.ts'
import { RegisterRow } from './RegisterRow.tsx'
import { SessionParts } from './SessionParts.tsx'
import { SessionForm } from './SessionForm.tsx'

/** The register of one session, for a phone: the people expected, each marked as attended with one tap. */
export const RegisterScreen = () => {
  const { sessionId } = useParams({ from: '/falls/class-register/$sessionId' })
  const { data: register, error, refetch } = useQuery(registerQuery(Number(sessionId)))
  if (register === undefined)
    return <LoadingOrFailed what="register" shape="list" error={error} refetch={refetch} />
  return <Shown key={register.id} register={register} />
}

/** What is stored of the parts: only a change of it takes away what is ticked and not saved yet. */
const storedParts = ({ partsDone, people }: Register): string =>
  JSON.stringify([partsDone, people.map(({ placeId, leftOut }) => [placeId, leftOut])])

const Shown = ({ register }: { register: Register }) => {
  const { marks, refusals, isAway } = useWaitingMarks()
  // When the session expires, this page stays, and the marks are sent once somebody has signed in again.
  useUnsavedWork(() => marks.length > 0)
  const [openId, setOpenId] = useState<number | null>(null)
  const own = marks.filter(({ sessionId }) => sessionId === register.id)
  const people = register.people.map((person) => {
    const waiting = own.findLast(({ placeId }) => placeId === person.placeId) ?? null
    const status = waiting === null ? (person.mark?.attendanceStatus ?? null) : waiting.attendanceStatus
    return { person, waiting, status }
  })
  const attended = people.filter(({ status }) => status !== null && isAttended(status)).length
  const unmarked = people.filter(({ status }) => status === null).length
  const isCancellable =
    useMay('class.write') &&
    unmarked === people.length &&
    register.partsDone === null &&
    register.sessionDate >= today()
  const unsent = own.filter(({ key }) => !refusals.has(key)).length
  return (
    <>
      <PageTitle tab="Register">Register</PageTitle>
      <p className="sf-register__session">
        <Link to="/falls/class/$classId" params={{ classId: String(register.classId) }}>
          {register.className}
        </Link>
        , {formatDate(register.sessionDate)} at {register.startTime}, {register.location}
      </p>
      <SessionForm key={`${register.minutes} ${register.clinicianId}`} register={register} />
      {isCancellable && <CancelSession register={register} />}
      {people.length === 0 && <p className="sf-state">Nobody is expected in this session.</p>}
      <ul className="sf-register">
        {people.map(({ person, waiting, status }) => (
          <RegisterRow
            key={person.placeId}
            sessionId={register.id}
            person={person}
            status={status}
            waiting={waiting}
            refused={waiting === null ? undefined : refusals.get(waiting.key)}
            isOpen={openId === person.placeId}
            setOpen={(isOpen) => setOpenId(isOpen ? person.placeId : null)}
          />
        ))}
      </ul>
      {people.length > 0 && <SessionParts key={storedParts(register)} register={register} />}
      <div className="sf-register__bar">
        <p>
          {attended} attended, {people.length - attended - unmarked} did not, {unmarked} not marked.{' '}
          {unsent > 0 && !isAway && 'Sending…'}
          {unsent === 0 && refusals.size === 0 && unmarked < people.length && 'All marks are saved.'}
        </p>
        <p role="status">
          {unsent > 0 &&
            isAway &&
            `${marksInWords(unsent)} not sent yet: there is no connection. They are kept in this browser and sent automatically when it is back.`}
          {refusals.size > 0 && ` ${marksInWords(refusals.size)} not accepted: see the line of the person.`}
        </p>
      </div>
    </>
  )
}
