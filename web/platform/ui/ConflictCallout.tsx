import { WarningCallout } from 'nhsuk-react-components'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../../contract/platform/words/format.ts'
import type { Problem } from '../../../contract/platform/calls/problem.ts'
import { ApiError } from '../calls/apiError.ts'
import { WorkButton } from './WorkButton.tsx'

/** What others changed since the form was opened. */
export type FoundConflict = NonNullable<Problem['conflict']>

/** What others changed, where that is why a save failed. */
export const conflictIn = (error: unknown): FoundConflict | null =>
  (error instanceof ApiError ? error.problem?.conflict : null) ?? null

interface ConflictCalloutProps {
  title: string
  found: FoundConflict
  /** The person chose to go on with what they typed; what that means now. */
  isMine: boolean
  mine: string
  keepMine: () => Promise<void>
  takeStored: () => Promise<void>
  /** Why the choice could not be followed; '' while there is nothing to say. */
  failure?: string
  /** What is stored now, or what was changed to what. */
  children: ReactNode
}

/** A save that came too late: who changed what, and the choice of what to do about it (DU-3). */
export const ConflictCallout = ({
  title,
  found,
  isMine,
  mine,
  keepMine,
  takeStored,
  failure = '',
  children,
}: ConflictCalloutProps) => (
  <WarningCallout className="sf-conflict">
    <WarningCallout.Heading headingLevel="h2">{title}</WarningCallout.Heading>
    <ul>
      {found.changes.map((change) => (
        <li key={change.at}>
          {change.by}, {formatDateTime(change.at)}: {change.fields.join(', ')}
        </li>
      ))}
    </ul>
    {children}
    {isMine ? (
      <p role="status">{mine}</p>
    ) : (
      <>
        <p>What you typed is still in the form below. None of it is saved yet.</p>
        <div className="sf-actions">
          <WorkButton look="secondary" work={keepMine}>
            Keep what I typed
          </WorkButton>
          <WorkButton look="secondary" work={takeStored}>
            Use what is stored
          </WorkButton>
        </div>
      </>
    )}
    {failure !== '' && <p role="alert">{failure}</p>}
  </WarningCallout>
)
