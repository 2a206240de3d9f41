import { useRef } from 'react'
import type { RegisterPerson } from '../../../contract/care/classes/register.ts'
import { formatDate, formatName } from '../../../contract/platform/words/format.ts'
import {
  attendanceStatuses,
  attendanceTitle,
  isAttended,
  type AttendanceStatus,
} from '../../../contract/pathways/records/exerciseAttendance.ts'
import { FlagChips } from '../../platform/ui/FlagChips.tsx'
import { dropMark, queueMark, type WaitingMark } from './markQueue.ts'

interface RegisterRowProps {
  sessionId: number
  person: RegisterPerson
  /** The mark made here, or otherwise the stored one. */
  status: AttendanceStatus | null
  waiting: WaitingMark | null
  refused: string | undefined
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}

/** Edge colour that repeats the text: attended, came late, or did not come. */
const edgeOf = (status: AttendanceStatus | null): string => {
  if (status === null) return ''
  if (!isAttended(status)) return 'sf-register__row--away'
  return status === '5' ? 'sf-register__row--attended' : 'sf-register__row--late'
}

/** One tap marks a person as attended. Tapping a marked person, or the dots, offers all other choices. */
export const RegisterRow = ({
  sessionId,
  person,
  status,
  waiting,
  refused,
  isOpen,
  setOpen,
}: RegisterRowProps) => {
  const row = useRef<HTMLButtonElement>(null)
  const name = formatName(person)
  const menu = `register-${person.placeId}`
  const mark = (attendanceStatus: AttendanceStatus | null): void => {
    setOpen(false)
    row.current?.focus()
    if (attendanceStatus === status) return
    const { placeId } = person
    queueMark({ sessionId, placeId, attendanceStatus, version: person.mark?.version ?? null })
  }
  const isMarked = status !== null
  return (
    <li className={`sf-register__row ${edgeOf(status)}`}>
      <div className="sf-register__line">
        <button
          ref={row}
          type="button"
          className="sf-register__mark"
          disabled={person.refusal !== null}
          {...(isMarked ? { 'aria-expanded': isOpen, 'aria-controls': menu } : {})}
          onClick={() => (isMarked ? setOpen(!isOpen) : mark('5'))}
        >
          <span>
            <strong translate="no">{name}</strong>
            <span className="sf-quiet sf-register__born">born {formatDate(person.dateOfBirth)}</span>
          </span>
          <span className="sf-register__state">
            {isMarked ? attendanceTitle(status) : 'Not marked'}
            <span className="sf-register__sent">
              {waiting !== null && refused === undefined && 'not sent yet'}
            </span>
          </span>
        </button>
        <button
          type="button"
          className="sf-register__more"
          disabled={person.refusal !== null}
          aria-label={`Other marks for ${name}`}
          aria-expanded={isOpen}
          aria-controls={menu}
          onClick={() => setOpen(!isOpen)}
        >
          …
        </button>
      </div>
      <FlagChips chips={person.flags ?? []} />
      {person.saidAbsent === true && !isMarked && (
        <p className="sf-quiet">Said on their own page that they cannot come</p>
      )}
      {person.refusal !== null && <p className="sf-quiet">{person.refusal}</p>}
      {refused !== undefined && waiting !== null && (
        <p className="sf-register__refused" role="alert">
          {refused}{' '}
          <button type="button" className="sf-link" onClick={() => void dropMark(waiting)}>
            Show what is stored
          </button>
        </p>
      )}
      <div id={menu} className="sf-register__menu" role="group" aria-label={`Mark ${name}`} hidden={!isOpen}>
        {attendanceStatuses.map(({ code, title }) => (
          <button key={code} type="button" aria-pressed={code === status} onClick={() => mark(code)}>
            {title}
          </button>
        ))}
        {isMarked && (
          <button type="button" onClick={() => mark(null)}>
            Take the mark back
          </button>
        )}
      </div>
    </li>
  )
}
