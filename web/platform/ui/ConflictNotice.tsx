import { useState } from 'react'
import { ConflictCallout, conflictIn, type FoundConflict } from './ConflictCallout.tsx'
import { Changes } from './History.tsx'
import type { Historied } from './historyQuery.ts'

/** A save that came too late: what others changed, and the choice of what to do about it (DU-3). */
export interface Conflict {
  found: FoundConflict | null
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
  /** Of what the audit trail shows the changes side by side; without it only the names of the fields are told. */
  kind?: Historied
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
