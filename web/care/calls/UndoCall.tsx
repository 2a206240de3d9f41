import { useMatches } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { formatName } from '../../../contract/platform/words/format.ts'
import type { CallListRow } from '../../../contract/pathways/worklists/callList.ts'
import { followup } from '../../../contract/pathways/records/followup.ts'
import { ApiError, call } from '../../platform/calls/api.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { toast } from '../../platform/ui/Toast.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'

/** A call that has just been saved. */
export interface SavedCall {
  row: CallListRow
  id: number
  version: number
  clinicianId: string
  /** Changes it made to the patient, which undoing does not remove. */
  left: string
}

interface UndoCallProps {
  saved: SavedCall
  onUndone: (row: CallListRow) => Promise<void>
}

/**
 * The undo button in the message after "Save and next", shown while the call list is open: one press saved the call,
 * so one press undoes it.
 */
export const UndoCall = ({ saved, onUndone }: UndoCallProps) => {
  const { row, id, version, left } = saved
  const name = formatName(row)
  const isHere = useMatches({
    select: (matches) => matches.at(-1)?.pathname.toLowerCase() === '/falls/calls',
  })
  const wasHere = useRef(false)
  useEffect(() => {
    if (wasHere.current && !isHere) toast('')
    wasHere.current = isHere
  }, [isHere])
  const undo = async (): Promise<void> => {
    try {
      await call(followup.delete, { id, version, pathwayId: row.pathwayId })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      sayWithUndo(`Call to ${name} not removed: ${error.message}`, saved, onUndone)
      return
    }
    await forgetAfterSave()
    toast([`Call to ${name} removed: it no longer counts.`, left].filter(Boolean).join(' '))
    await onUndone(row)
  }
  return (
    <WorkButton label={`Undo the call to ${name}`} work={undo}>
      Undo
    </WorkButton>
  )
}

/** Shows a message about a saved call with an undo button, for as long as the call list is open. */
export const sayWithUndo = (text: string, saved: SavedCall, onUndone: UndoCallProps['onUndone']): void =>
  toast(text, <UndoCall saved={saved} onUndone={onUndone} />, { stays: true })
