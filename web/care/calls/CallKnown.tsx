import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState, type ReactNode } from 'react'
import type { CallListRow } from '../../../contract/pathways/worklists/callList.ts'
import { classesOfPathwayQuery } from '../classes/classQueries.ts'
import { pathwayQuery } from '../../platform/calls/patientQueries.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { Sentence } from '../../platform/ui/Sentence.tsx'
import { agreedOf, classLines, equipmentLines, goalsOf, lastNoteOf, lastTryOf } from './callKnown.ts'

/**
 * What the caller needs to know about the person, beside the form: what was agreed, attempted and noted, and the
 * person's classes, equipment and goals. The form does not wait for it. Nothing of a restricted record is read until
 * the user gives a reason.
 */
export const CallKnown = ({ row }: { row: CallListRow }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <section
      className={`sf-calls__known ${isOpen ? '' : 'sf-calls__known--folded'}`}
      aria-labelledby="before-ringing"
    >
      <h3 className="nhsuk-heading-s" id="before-ringing">
        Before you ring
      </h3>
      {row.isWithheld === true ? (
        <p>
          This record is restricted.{' '}
          <Link to="/falls/patient/view" search={{ id: row.patientId }}>
            Say why, and open the record
          </Link>
        </p>
      ) : (
        <Known row={row} isOpen={isOpen} onFold={() => setOpen(!isOpen)} />
      )}
    </section>
  )
}

interface KnownProps {
  row: CallListRow
  isOpen: boolean
  onFold: () => void
}

const Known = ({ row: { pathwayId, patientId }, isOpen, onFold }: KnownProps) => {
  const { data: view, error, refetch } = useQuery(pathwayQuery(pathwayId, patientId))
  const classes = useQuery(classesOfPathwayQuery(pathwayId))
  const list = useId()
  if (view === undefined) return <LoadingOrFailed what="record" error={error} refetch={refetch} />
  const note = lastNoteOf(view)
  const goals = goalsOf(view)
  return (
    <>
      <dl id={list}>
        <Part title="Agreed" lines={agreedOf(view)} none="No day was agreed" />
        <Part title="Last call" lines={lastTryOf(view)} none="Not rung before" />
        {note !== null && (
          <Part title="Last note" lines={[note.day]} none="">
            <p className="sf-text">{note.text}</p>
          </Part>
        )}
        {classes.error === null ? (
          classes.data !== undefined && (
            <Part title="Class" folds lines={classLines(classes.data)} none="In no class" />
          )
        ) : (
          <Part title="Class" folds lines={[]} none="">
            <FailedState error={classes.error} reset={() => void classes.refetch()} />
          </Part>
        )}
        <Part title="Equipment" folds lines={equipmentLines(view)} none="None recorded" />
        <Part title="Goals" folds lines={[]} none={goals === null ? 'No treatment plan' : ''}>
          {goals !== null && (
            <>
              <p className="sf-text">{goals.text}</p>
              {goals.achieved !== null && <p>Achieved: {goals.achieved}</p>}
              <p>
                <Link
                  to="/falls/pathway/view"
                  search={{ id: pathwayId, patientId, section: 'treatmentPlan' }}
                >
                  <Sentence>{`Treatment plan of ${goals.day}`}</Sentence>
                </Link>
              </p>
            </>
          )}
        </Part>
      </dl>
      <button
        type="button"
        className="sf-button sf-calls__unfold"
        aria-expanded={isOpen}
        aria-controls={list}
        onClick={onFold}
      >
        {isOpen ? 'Show less' : 'Show class, equipment and goals'}
      </button>
    </>
  )
}

interface PartProps {
  title: string
  /** Hidden on a small screen until the list is unfolded. */
  folds?: boolean
  lines: readonly string[]
  /** Text to show if there are no lines; '' if the children show it themselves. */
  none: string
  children?: ReactNode
}

const Part = ({ title, folds = false, lines, none, children }: PartProps) => (
  <div className={folds ? 'sf-calls__folds' : ''}>
    <dt>{title}</dt>
    <dd>
      {lines.map((line) => (
        <p key={line}>
          <Sentence>{line}</Sentence>
        </p>
      ))}
      {lines.length === 0 && none !== '' && <p className="sf-quiet">{none}</p>}
      {children}
    </dd>
  </div>
)
