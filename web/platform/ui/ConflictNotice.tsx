import { useState } from 'react'
import { ConflictCallout, conflictIn, type FoundConflict } from './ConflictCallout.tsx'
import { Changes } from './History.tsx'
import type { Historied } from './historyQuery.ts'

/** A save that came too late: the changes by others, and the choice of how to continue (DU-3). */
export interface Conflict {
  found: FoundConflict | null
  /** The version that the form started from. */
  base: number | undefined
  isMine: boolean
  /**
   * Runs a save over the form's version, or over the version that the user chose to overwrite. A conflict is kept, to
   * be shown with the text still in the form.
   */
  watch: <Reply>(save: (version: number | undefined) => Promise<Reply>) => Promise<Reply>
  keepMine: () => void
}

/**
 * Ties a save to the version that its form started from. Data read again in the background must not put a newer version
 * under the typed text.
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
        const conflict = conflictIn(error)
        if (conflict !== null) {
          setFound(conflict)
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
  /**
   * The record whose changes the audit trail shows side by side. Without it only the names of the changed fields are
   * shown.
   */
  kind?: Historied
  id?: number
  /** Discards what was typed and shows the stored record. */
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
    <ConflictCallout
      title="Somebody changed this record while you were working on it"
      found={found}
      isMine={isMine}
      mine="Save again to put what you typed over it."
      keepMine={async () => keepMine()}
      takeStored={async () => leave()}
    >
      {kind !== undefined && id !== undefined && (
        <Changes kind={kind} id={id} version={found.version} after={base ?? 0} />
      )}
    </ConflictCallout>
  )
}
