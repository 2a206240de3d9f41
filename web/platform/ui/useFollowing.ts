import { useEffect, useState, type RefObject } from 'react'
import type { Changes } from '../../../contract/stages/changes.ts'
import { onChanges } from '../calls/changes.ts'

/** Whether somebody points at it, or works in it by keyboard: then nothing in it may move. */
const isInUse = (area: HTMLElement | null): boolean =>
  area !== null && (area.matches(':hover') || area.contains(document.activeElement))

interface Following {
  /** Where something is shown that must not move under the pointer. */
  area: RefObject<HTMLElement | null>
  concerns: (news: Changes) => boolean
  /** When what is shown was read: news from before is shown already. */
  readAt: number
  refetch: () => void
}

/**
 * Reads again what somebody else changed, at once where nobody works in it. Where somebody does, it waits until they ask.
 * @returns whether it waits, and how to show it
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
