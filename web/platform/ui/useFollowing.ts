import { useEffect, useState, type RefObject } from 'react'
import type { Changes } from '../../../contract/stages/changes.ts'
import { onChanges } from '../calls/changes.ts'

/** Whether the user points at the area or has the focus in it. Nothing in it may move then. */
const isInUse = (area: HTMLElement | null): boolean =>
  area !== null && (area.matches(':hover') || area.contains(document.activeElement))

interface Following {
  /** The area whose content must not move under the pointer. */
  area: RefObject<HTMLElement | null>
  concerns: (news: Changes) => boolean
  /** When the shown data was read. It already includes earlier updates. */
  readAt: number
  refetch: () => void
}

/**
 * Reads again what another user changed: at once if nobody is using the area, otherwise when the user asks.
 * @returns whether an update is waiting, and a function that shows it
 */
export const useFollowing = ({ area, concerns, readAt, refetch }: Following) => {
  const [changedAt, setChangedAt] = useState(0)
  useEffect(() =>
    onChanges((news) => {
      if (!concerns(news)) return
      if (isInUse(area.current)) setChangedAt(Date.now())
      else refetch()
    }),
  )
  return { isChanged: changedAt > readAt, show: refetch }
}
