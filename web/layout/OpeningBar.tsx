import { useEffect, useState, type ReactNode } from 'react'
import { useIsOpening } from '../ui/opening.ts'
import { Toasts } from '../ui/Toast.tsx'

/** A screen that comes sooner than this is not announced: its heading is heard at once. */
const announcedAfterMs = 400

/** Says that the next screen is on its way; it is drawn over the page and takes no room, so that nothing moves. */
export const OpeningBar = ({ children }: { children: ReactNode }) => {
  const isOpening = useIsOpening()
  return (
    <>
      <div className="nhsuk-u-visually-hidden" aria-live="polite">
        {isOpening && <Announced />}
      </div>
      {isOpening && <div className="sf-opening" aria-hidden="true" />}
      {children}
      <Toasts />
    </>
  )
}

const Announced = () => {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), announcedAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return isLate && 'Loading the page…'
}
