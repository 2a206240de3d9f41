import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { withheldWords } from '../../../contract/platform/calls/withheld.ts'
import { doNotCallWords } from '../../../contract/patients/flags/chips.ts'
import { formatCount, formatName, formatNhsNumber } from '../../../contract/platform/words/format.ts'
import { unowned } from '../../../contract/pathways/unowned.ts'
import type { TodayLine, TodayPart } from '../../../contract/pathways/today.ts'
import { useMay } from '../../platform/session/session.ts'
import { FlagChips } from '../../platform/ui/FlagChips.tsx'
import { PaperIdentity } from '../../platform/ui/PaperIdentity.tsx'
import { Sentence } from '../../platform/ui/Sentence.tsx'
import { useIsPrinting } from '../../platform/ui/useIsPrinting.ts'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { DueTag } from './DueTag.tsx'
import { totalInWords } from './todayParts.ts'
import { byPerson, type PersonToday } from './todayPeople.ts'
import { Telephone } from '../../platform/ui/Telephone.tsx'

/** The rows of a part shown at first, so that all parts together fit on a few screens. */
const shownAtFirst = 10

interface TodayLinesProps {
  part: TodayPart
  day: string
  title: string
  showsOwner: boolean
  close: (task: { id: number; version: number }) => Promise<void>
}

/**
 * The lines of one part of Today. A person with several reasons appears once. A button shows the rest; printouts
 * contain all.
 */
export const TodayLines = ({ part, day, title, showsOwner, close }: TodayLinesProps) => {
  const { total, lines } = part
  const [isOpen, setOpen] = useState(false)
  const isPrinting = useIsPrinting()
  const id = useId()
  const people = byPerson(lines)
  const isWhole = isOpen || isPrinting || people.length <= shownAtFirst
  return (
    <>
      <div className="sf-scroll" role="region" aria-label={`${title}, table`} tabIndex={0} id={id}>
        <table className="sf-table sf-table--stacks sf-table--people sf-today__lines" role="table">
          <thead>
            <tr>
              <th scope="col">Due</th>
              <th scope="col">Patient</th>
              <th scope="col">What</th>
              {showsOwner && <th scope="col">Owner</th>}
              <th scope="col">
                <span className="nhsuk-u-visually-hidden">Action</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {(isWhole ? people : people.slice(0, shownAtFirst)).map((person) => (
              <Person
                key={`${person[0].patientId} ${person[0].pathwayId ?? ''}`}
                {...{ person, day, showsOwner, close }}
              />
            ))}
          </tbody>
        </table>
      </div>
      {people.length > shownAtFirst && !isPrinting && (
        <button
          type="button"
          className="sf-button sf-fold"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? `Show the first ${shownAtFirst}` : `Show all ${formatCount(people.length)}`}{' '}
          <span className="nhsuk-u-visually-hidden">of {title}</span>
        </button>
      )}
      {isWhole && lines.length < total && (
        <p className="sf-quiet">
          The first {lines.length} of {totalInWords(part)}, those due longest ago.
        </p>
      )}
    </>
  )
}

interface PersonProps extends Pick<TodayLinesProps, 'day' | 'showsOwner' | 'close'> {
  person: PersonToday
}

const Person = ({ person, day, showsOwner, close }: PersonProps) => {
  const [first] = person
  return (
    <tr role="row">
      <td role="cell" data-label="Due">
        <div>
          <DueTag due={first.due} inTimeUntil={first.inTimeUntil} day={day} />
        </div>
      </td>
      <td role="cell" data-label="Patient">
        <div>
          <strong translate="no">{formatName(first)}</strong>{' '}
          {first.nhsNumber !== null && (
            <span className="sf-quiet sf-nowrap sf-off-paper" translate="no">
              {formatNhsNumber(first.nhsNumber)}
            </span>
          )}
          <PaperIdentity person={first} />
          <ToRing line={person.find(({ what }) => what === 'call') ?? first} />
          <FlagChips chips={first.flags} />
        </div>
      </td>
      <td role="cell" data-label="What">
        {person.map((line) => (
          <div key={`${line.what} ${line.taskId ?? ''} ${line.text}`}>
            <Sentence>{line.text}</Sentence>
            {line.due !== first.due && (
              <>
                , <DueTag due={line.due} inTimeUntil={line.inTimeUntil} day={day} />
              </>
            )}
          </div>
        ))}
      </td>
      {showsOwner && (
        <td role="cell" data-label="Owner">
          <div>{[...new Set(person.map(({ owner }) => owner ?? unowned))].join('; ')}</div>
        </td>
      )}
      <td role="cell" className="sf-table__action">
        <Actions person={person} close={close} />
      </td>
    </tr>
  )
}

/** The telephone number for a call; for any line, a notice if the patient must not be rung. */
const ToRing = ({ line: { what, telephone, doNotCall, isWithheld } }: { line: TodayLine }) => {
  if (doNotCall) return <strong className="sf-nowrap"> {doNotCallWords}</strong>
  if (what === 'call' && isWithheld === true) return <> {withheldWords}</>
  if (what !== 'call' || telephone === null) return null
  return (
    <>
      {' '}
      <Telephone said={telephone} />
    </>
  )
}

/**
 * A task that a user recorded is completed here. Everything else links to the screen where it is done, usually a single
 * one.
 */
const Actions = ({ person, close }: Pick<PersonProps, 'person' | 'close'>) => {
  const mayWrite = useMay('task.write')
  const name = formatName(person[0])
  const closable = person.filter(({ isAutomatic }) => !isAutomatic)
  const isOfFlags = ({ what, pathwayId }: TodayLine): boolean => what === 'flag' || pathwayId === null
  const ofFlags = person.filter(isOfFlags)
  const ofPathway = person.filter((line) => !isOfFlags(line))
  const inWords = (lines: readonly TodayLine[]): string => lines.map(({ text }) => text).join('; ')
  const pathwayId = ofPathway[0]?.pathwayId
  return (
    <span className="sf-actions">
      {mayWrite &&
        closable.map(({ taskId, version, text }) =>
          taskId === null || version === null ? null : (
            <WorkButton
              key={taskId}
              label={closable.length > 1 ? `Done: ${text}` : `Done: ${text}, ${name}`}
              work={() => close({ id: taskId, version })}
            >
              {closable.length > 1 ? `Done: ${text}` : 'Done'}
            </WorkButton>
          ),
        )}
      {pathwayId != null && (
        <Link
          className="sf-button"
          to="/falls/pathway/view"
          search={{
            id: pathwayId,
            patientId: person[0].patientId,
            ...(ofPathway.every(({ taskId }) => taskId !== null) && { section: 'tasks' }),
          }}
          aria-label={`View ${name}: ${inWords(ofPathway)}`}
        >
          View
        </Link>
      )}
      {ofFlags.length > 0 && (
        <Link
          className="sf-button"
          to="/falls/patient/flags"
          search={{ id: person[0].patientId }}
          aria-label={`${ofPathway.length > 0 ? 'View flags of' : 'View'} ${name}: ${inWords(ofFlags)}`}
        >
          {ofPathway.length > 0 ? 'View flags' : 'View'}
        </Link>
      )}
    </span>
  )
}
