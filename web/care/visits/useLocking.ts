import { useEffect } from 'react'
import { millisecondsOf } from './store/clock.ts'
import { endedBy, destroyPack, lockMinutes, lockPack, markUsed, packState } from './store/openPack.ts'

const lookEveryMs = 10_000
const noteEveryMs = 60_000

/** Locks the open pack when nobody touches the page, and destroys it when its time is over. */
export const useLocking = (): void =>
  useEffect(() => {
    let touchedAt = Date.now()
    let notedAt = touchedAt
    const touch = (): void => {
      touchedAt = Date.now()
    }
    const look = async (): Promise<void> => {
      const state = packState.get()
      if (state.is !== 'open') return
      const now = Date.now()
      const { madeAt, endsAt } = state.pack
      const why = endedBy(
        { madeAt: millisecondsOf(madeAt), endsAt: millisecondsOf(endsAt), usedAt: now },
        now,
      )
      if (why !== null) return destroyPack(why)
      if (now - touchedAt > lockMinutes * 60_000) return lockPack()
      if (touchedAt > notedAt && now - notedAt > noteEveryMs) {
        notedAt = now
        await markUsed()
      }
    }
    const timer = setInterval(() => void look(), lookEveryMs)
    const touches = ['pointerdown', 'keydown'] as const
    for (const each of touches) window.addEventListener(each, touch)
    return () => {
      clearInterval(timer)
      for (const each of touches) window.removeEventListener(each, touch)
    }
  }, [])
