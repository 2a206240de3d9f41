import { useLayoutEffect, useRef } from 'react'
import { FailedState } from './FailedState.tsx'
import type { LongList } from './longList.ts'
import { useLiveAfterChange } from './useLiveAfterChange.ts'

/** Shows how many rows of a long list are rendered (`shown`), and a button for more. */
export const LongListEnd = ({ long, shown, noun }: { long: LongList; shown: number; noun: string }) => {
  const { found, pageRows, more, isBusy, error, retry } = long
  const said = useRef<HTMLParagraphElement>(null)
  const wasPressed = useRef(false)
  useLayoutEffect(() => {
    // The button disappears with the last page, and the keyboard focus must not be lost with it.
    if (!wasPressed.current || isBusy) return
    wasPressed.current = false
    if (more === null) said.current?.focus()
  }, [isBusy, more])
  const words = isBusy ? 'Please wait…' : `Showing ${shown} of ${found} ${noun}`
  const live = useLiveAfterChange(words)
  const left = Number(found) - shown
  const next = Number.isNaN(left) ? pageRows : Math.min(left, pageRows)
  return (
    <div className="sf-grid__end">
      {error !== null && <FailedState error={error} reset={retry} />}
      <p role="status" aria-live={live} ref={said} tabIndex={-1}>
        {words}
      </p>
      {more !== null && (
        <button
          type="button"
          className="sf-button"
          aria-disabled={isBusy}
          onClick={() => {
            if (isBusy) return
            wasPressed.current = true
            more()
          }}
        >
          Show {next} more
        </button>
      )}
    </div>
  )
}
