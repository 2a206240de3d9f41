import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode } from 'react'
import type { ClassRow } from '../../../contract/care/classes/class.ts'
import {
  acceptPlace,
  offerPlace,
  transportTitle,
  type ClassPerson,
} from '../../../contract/care/classes/place.ts'
import { withheldWords } from '../../../contract/platform/calls/withheld.ts'
import { formatDate, formatName } from '../../../contract/platform/words/format.ts'
import { call } from '../../platform/calls/api.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { useMay } from '../../platform/session/session.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { FlagChips } from '../../platform/ui/FlagChips.tsx'
import { PaperIdentity } from '../../platform/ui/PaperIdentity.tsx'
import { Sentence } from '../../platform/ui/Sentence.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { peopleQuery } from './classQueries.ts'
import { DoseWords } from './DoseWords.tsx'
import { endedInWords, isOver, missedInWords, waitInWords } from './inWords.ts'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'

/** People with a place, people waiting in order, and people who had a place. */
export const ClassPeople = ({ of }: { of: ClassRow }) => {
  const { data: people, error, refetch } = useQuery(peopleQuery(of.id))
  const { problem, attempt } = useAttempt()
  if (people === undefined)
    return <LoadingOrFailed what="people" shape="lines" error={error} refetch={refetch} />
  const save = async (work: () => Promise<unknown>, said: string): Promise<void> => {
    await attempt(work, said)
    await forgetAfterSave()
  }
  const now = people.filter(({ endedHow }) => endedHow === null)
  const joined = now.filter(({ state }) => state === 'joined')
  const wait = now.filter(({ state }) => state === 'offered' || state === 'waiting')
  const gone = people.filter(({ endedHow }) => endedHow !== null)
  const mayOffer = of.taken < of.capacity && !isOver(of)
  // Several offers of one place count as one that is taken.
  const isShared = wait.filter(({ state }) => state === 'offered').length > of.taken - joined.length
  return (
    <>
      {problem}
      {isOver(of) && now.length > 0 && (
        <div className="sf-offer" role="note" aria-label="Class over">
          <p>
            {of.lastDate === null
              ? 'This class has no sessions.'
              : `Class over since ${formatDate(of.lastDate)}.`}{' '}
            Say what became of each person: completed, moved to another class, continues at home, or left.
            Until then it is a task of the instructor.
          </p>
        </div>
      )}
      <Part
        title={`People (${joined.length})`}
        none="Nobody has a place yet."
        people={joined}
        hasEnded={isOver(of)}
      >
        {(person) => (
          <>
            <p>
              {person.joinedDate !== null && `From ${formatDate(person.joinedDate)}`}
              {person.offered !== null &&
                person.offered > 0 &&
                ` · came to ${person.attended ?? 0} of ${person.offered} sessions`}
              {` · ${transportTitle(person.transport)}`}
              {missedInWords(person) !== null && <strong> · {missedInWords(person)}</strong>}
            </p>
            {person.dose !== null && (
              <p>
                <DoseWords facts={person.dose} />
              </p>
            )}
          </>
        )}
      </Part>
      {wait.length > 0 && (
        <Part
          title={`Waiting list (${wait.length})`}
          none=""
          people={wait}
          action={(person) =>
            person.state === 'offered' ? (
              <WorkButton
                label={`${formatName(person)} takes the place`}
                work={() =>
                  save(() => call(acceptPlace, { id: person.id, version: person.version }), 'Place taken')
                }
              >
                Takes the place
              </WorkButton>
            ) : (
              person.isNext === true &&
              mayOffer && (
                <WorkButton
                  label={`Offer the place to ${formatName(person)}`}
                  work={() =>
                    save(() => call(offerPlace, { id: person.id, version: person.version }), 'Place offered')
                  }
                >
                  Offer the place
                </WorkButton>
              )
            )
          }
        >
          {(person) => (
            <p>
              {person.state === 'offered' && (
                <strong>
                  {isShared
                    ? 'A place is offered, and to somebody else too: the first Yes has it. '
                    : 'A place is offered and held. '}
                </strong>
              )}
              <Sentence>{waitInWords(person)}</Sentence>
              {` · ${transportTitle(person.transport)}`}
              {person.wantedLocation !== null && ` · would rather go to ${person.wantedLocation}`}
            </p>
          )}
        </Part>
      )}
      {gone.length > 0 && (
        <Part title={`No longer here (${gone.length})`} none="" people={gone} isOver>
          {(person) => (
            <p>
              <Sentence>{person.isWithheld === true ? withheldWords : (endedInWords(person) ?? '')}</Sentence>
              {person.offered !== null &&
                person.offered > 0 &&
                ` · came to ${person.attended ?? 0} of ${person.offered} sessions`}
            </p>
          )}
        </Part>
      )}
    </>
  )
}

interface PartProps {
  title: string
  none: string
  people: readonly ClassPerson[]
  isOver?: boolean
  /** The class itself has ended. */
  hasEnded?: boolean
  action?: (person: ClassPerson) => ReactNode
  children: (person: ClassPerson) => ReactNode
}

const Part = ({
  title,
  none,
  people,
  isOver: over = false,
  hasEnded = false,
  action,
  children,
}: PartProps) => {
  const mayRecord = useMay('clinical.write')
  const id = title.replace(/\W.*/, '').toLowerCase()
  return (
    <section className="sf-card sf-part" aria-labelledby={`part-${id}`}>
      <h2 className="nhsuk-heading-m" id={`part-${id}`}>
        {title}
      </h2>
      {people.length === 0 && <p>{none}</p>}
      <ul className="sf-tasks sf-class__people">
        {people.map((person) => (
          <li key={person.id}>
            <div>
              <p>
                <Link
                  to="/falls/pathway/view"
                  search={{ id: person.pathwayId, patientId: person.patientId, section: 'classes' }}
                  translate="no"
                >
                  {formatName(person)}
                </Link>
                <span className="sf-quiet sf-off-paper">
                  , <span className="sf-nowrap">born {formatDate(person.dateOfBirth)}</span>
                </span>
                <PaperIdentity person={person} />
              </p>
              <FlagChips chips={person.flags ?? []} />
              {children(person)}
            </div>
            {mayRecord && !over && (
              <span className="sf-actions">
                {action?.(person)}
                <Link
                  className="sf-button"
                  to="/falls/pathway/class-leave/$placeId"
                  params={{ placeId: String(person.id) }}
                  search={{ id: person.pathwayId, patientId: person.patientId }}
                  aria-label={`${endLabel(person, hasEnded)}: ${formatName(person)}`}
                >
                  {endLabel(person, hasEnded)}
                </Link>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const endLabel = ({ state }: ClassPerson, hasEnded: boolean): string =>
  state === 'joined'
    ? hasEnded
      ? 'What became of it'
      : 'Leaves'
    : state === 'offered'
      ? 'Says no'
      : 'No longer waits'
