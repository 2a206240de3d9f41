import { WarningCallout } from 'nhsuk-react-components'
import { useState } from 'react'
import { formatDateTime } from '../../contract/format.ts'
import type { Problem } from '../../contract/problem.ts'
import { ApiError } from '../api.ts'
import { queryClient } from '../queries.ts'

/** A save that came too late: what others changed, and the choice of what to do about it (trust DU-3). */
export interface Conflict {
  found: Problem['conflict'] | null
  isMine: boolean
  /** Runs a save with the version that counts now; a conflict it meets is kept to be shown, with the text still in the form. */
  watch: <Reply>(save: (version: number | undefined) => Promise<Reply>) => Promise<Reply>
  keepMine: () => void
  takeTheirs: () => void
}

/** @param read the first word of the query that the screen is drawn from */
export const useConflict = (version: number | undefined, read = 'pathway'): Conflict => {
  const [found, setFound] = useState<Problem['conflict'] | null>(null)
  const [over, setOver] = useState<number | undefined>(undefined)
  return {
    found,
    isMine: over !== undefined,
    watch: async (save) => {
      try {
        return await save(over ?? version)
      } catch (error) {
        if (error instanceof ApiError && error.problem?.conflict !== undefined) {
          setFound(error.problem.conflict)
          setOver(undefined)
        }
        throw error
      }
    },
    keepMine: () => setOver(found?.version),
    takeTheirs: () => {
      // The screen is drawn anew from what is stored now.
      void queryClient.resetQueries({ queryKey: [read] })
    },
  }
}

export const ConflictNotice = ({
  conflict: { found, isMine, keepMine, takeTheirs },
}: {
  conflict: Conflict
}) => {
  if (found == null) return null
  return (
    <WarningCallout>
      <WarningCallout.Heading>
        Somebody changed this record while you were working on it
      </WarningCallout.Heading>
      <ul>
        {found.changes.map((change) => (
          <li key={change.at}>
            {change.by}, {formatDateTime(change.at)}: {change.fields.join(', ')}
          </li>
        ))}
      </ul>
      {isMine ? (
        <p>Save again to put your version over it.</p>
      ) : (
        <p className="sf-actions">
          <button type="button" className="sf-button" onClick={keepMine}>
            Keep mine
          </button>
          <button type="button" className="sf-button" onClick={takeTheirs}>
            Load theirs
          </button>
        </p>
      )}
    </WarningCallout>
  )
}
