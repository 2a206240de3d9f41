import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Stage } from '../../../contract/stages/stage.ts'

/** The work list on which the user clicked View, and when that list was read (milliseconds, this browser's clock). */
export interface ListRead {
  stage: Stage
  readAt: number
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Stored in the history entry, so that the address does not reveal it. */
    openedFrom?: ListRead
  }
}

/**
 * The list from which this screen was just opened; undefined after a reload, and when the user comes back to the
 * screen.
 */
export const useOpenedFrom = (): ListRead | undefined => {
  const router = useRouter()
  const [openedFrom] = useState(() => router.state.location.state.openedFrom)
  useEffect(() => {
    if (router.state.location.state.openedFrom === undefined) return
    void router.navigate({ to: '.', search: true, hash: true, replace: true, resetScroll: false, state: {} })
  }, [router])
  return openedFrom
}
