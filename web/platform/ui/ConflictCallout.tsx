import { WarningCallout } from 'nhsuk-react-components'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../../contract/platform/words/format.ts'
import type { Problem } from '../../../contract/platform/calls/problem.ts'
import { ApiError } from '../calls/apiError.ts'
import { WorkButton } from './WorkButton.tsx'

/** The changes that others made since the form was opened. */
export type FoundConflict = NonNullable<Problem['conflict']>

/** The changes by others, if they are the reason why a save failed. */
export const conflictIn = (error: unknown): FoundConflict | null =>
  (error instanceof ApiError ? error.problem?.conflict : null) ?? null

interface ConflictCalloutProps {
  title: string
  found: FoundConflict
  /** The user chose to keep what they typed. `mine` says what that means now. */
  isMine: boolean
  mine: string
  keepMine: () => Promise<void>
  takeStored: () => Promise<void>
  /** Why the choice could not be carried out; '' if there is nothing to say. */
  failure?: string
  /** The stored values, or the changes from old to new. */
  children: ReactNode
}

/** Shown for a save that came too late: who changed what, and the choice of how to continue (DU-3). */
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
