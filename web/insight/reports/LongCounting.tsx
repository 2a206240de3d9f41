import type { ReactNode } from 'react'
import { useIsLate } from '../../platform/ui/useIsLate.ts'

interface LongCountingProps {
  /** Names what is counted: 'dashboard'. */
  what: string
  isStopped: boolean
  stop: () => Promise<void>
  again: () => Promise<unknown>
  /** The loading state. The notice replaces it. */
  children?: ReactNode
}

/** As long as the screen waits for a report before it continues in the background. */
const longAfterMs = 3_000

/**
 * Shown while something is counted that may take minutes. After some seconds it says so, and offers to stop. The button
 * stays the same one when it is pressed, so that it keeps the focus.
 */
export const LongCounting = ({ what, isStopped, stop, again, children }: LongCountingProps) => {
  const isLong = useIsLate(longAfterMs)
  const isShown = isLong || isStopped
  return (
    <div className={isShown ? 'sf-state' : ''}>
      {!isShown && children}
      <div role="status">
        {isShown && (
          <p>
            {isStopped
              ? `The ${what} was stopped before it was ready.`
              : `The ${what} takes longer than usual. It will be shown here as soon as it is ready.`}
          </p>
        )}
      </div>
      {isShown && (
        <button
          type="button"
          className="nhsuk-button nhsuk-button--secondary"
          onClick={() => void (isStopped ? again() : stop())}
        >
          {isStopped ? 'Try again' : 'Stop'}
        </button>
      )}
    </div>
  )
}
