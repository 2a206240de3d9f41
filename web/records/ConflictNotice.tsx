import { Button, WarningCallout } from 'nhsuk-react-components'
import { useState } from 'react'
import { formatDateTime } from '../../contract/format.ts'
import type { Problem } from '../../contract/problem.ts'
import type { RecordKindName } from '../../contract/records/kinds.ts'
import { ApiError } from '../api.ts'
import { Changes } from './History.tsx'

/** A save that came too late: what others changed, and the choice of what to do about it (DU-3). */
export interface Conflict {
  found: NonNullable<Problem['conflict']> | null
  /** The version that the form began with. */
  base: number | undefined
  isMine: boolean
  /** Runs a save over the version that counts; a conflict it meets is kept to be shown, with the text still in the form. */
  watch: <Reply>(save: (version: number | undefined) => Promise<Reply>) => Promise<Reply>
  keepMine: () => void
}

/**
 * Holds a save to the version that its form began with: what is read again in the background must not slip a newer one
 * under what was typed.
 */
export const useConflict = (version: number | undefined): Conflict => {
  const [base] = useState(version)
  const [found, setFound] = useState<Conflict['found']>(null)
  const [over, setOver] = useState<number | undefined>(undefined)
  return {
    found,
    base,
    isMine: over !== undefined,
    watch: async (save) => {
      try {
        return await save(over ?? base)
      } catch (error) {
        if (error instanceof ApiError && error.problem?.conflict !== undefined) {
          setFound(error.problem.conflict)
          setOver(undefined)
        }
        throw error
      }
    },
    keepMine: () => setOver(found?.version),
  }
}

interface ConflictNoticeProps {
  conflict: Conflict
  /** Of what the audit trail shows the changes side by side; without it only the names of the fields are told. */
  kind?: RecordKindName | 'pathway'
  id?: number
  /** Lets what was typed go and shows what is stored. */
  leave: () => void
}

export const ConflictNotice = ({
  conflict: { found, base, isMine, keepMine },
  kind,
  id,
  leave,
}: ConflictNoticeProps) => {
  if (found === null) return null
  return (
    <WarningCallout className="sf-conflict">
      <WarningCallout.Heading headingLevel="h2">
        Somebody changed this record while you were working on it
      </WarningCallout.Heading>
      <ul>
        {found.changes.map((change) => (
          <li key={change.at}>
            {change.by}, {formatDateTime(change.at)}: {change.fields.join(', ')}
          </li>
        ))}
      </ul>
      {kind !== undefined && id !== undefined && (
        <Changes kind={kind} id={id} version={found.version} after={base ?? 0} />
      )}
      {isMine ? (
        <p role="status">Save again to put what you typed over it.</p>
      ) : (
        <>
          <p>What you typed is still in the form below. None of it is saved yet.</p>
          <div className="sf-actions">
            <Button secondary type="button" onClick={keepMine}>
              Keep what I typed
            </Button>
            <Button secondary type="button" onClick={leave}>
              Use what is stored
            </Button>
          </div>
        </>
      )}
    </WarningCallout>
  )
}
