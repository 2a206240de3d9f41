import { useEffect, useRef } from 'react'

const holders = new Set<() => boolean>()

/** Whether a form on the page has unsaved work. */
export const hasUnsavedWork = (): boolean => [...holders].some((isHolding) => isHolding())

/** Registers a form. If the session ends while the form has unsaved work, the page is kept for its owner (AU-16). */
export const useUnsavedWork = (isHolding: () => boolean): void => {
  const latest = useRef(isHolding)
  useEffect(() => {
    latest.current = isHolding
  })
  useEffect(() => {
    const ask = () => latest.current()
    holders.add(ask)
    return () => void holders.delete(ask)
  }, [])
}
