import type { ReactNode } from 'react'
import { useIsOpening } from '../../platform/ui/opening.ts'
import { Toasts } from '../../platform/ui/Toast.tsx'
import { useIsLate } from '../../platform/ui/useIsLate.ts'
import { Arrival } from './Arrival.tsx'

/**
 * Announces that the next screen is loading, then its name. It is drawn over the page and takes no space, so that
 * nothing moves.
 */
export const OpeningBar = ({ children }: { children: ReactNode }) => {
  const isOpening = useIsOpening()
  return (
    <>
      <div className="nhsuk-u-visually-hidden" aria-live="polite">
        {isOpening && <Announced />}
      </div>
      <Arrival />
      {isOpening && <div className="sf-opening" aria-hidden="true" />}
      {children}
      <Toasts />
    </>
  )
}

const Announced = (): ReactNode => useIsLate() && 'Loading the page…'
