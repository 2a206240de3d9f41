import { useEffect, useRef } from 'react'

const holders = new Set<() => boolean>()

/** Whether some form on the page holds what is not saved. */
export const hasUnsavedWork = (): boolean => [...holders].some((isHolding) => isHolding())

/** Registers a form: while it holds work, the end of a session keeps the page for its owner (AU-16). */
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
