import { useEffect, useRef } from 'react'
import { FailedState } from './FailedState.tsx'
import type { LongList } from './longList.ts'

/** How many of a long list are drawn (`shown`), and the way to more of them. */
export const LongListEnd = ({ long, shown, noun }: { long: LongList; shown: number; noun: string }) => {
  const { found, pageRows, more, isBusy, error, retry } = long
  const said = useRef<HTMLParagraphElement>(null)
  const wasPressed = useRef(false)
  useEffect(() => {
    // With the last page the button goes, and the keyboard must not be left nowhere.
    if (!wasPressed.current || isBusy) return
    wasPressed.current = false
    if (more === null) said.current?.focus()
  }, [isBusy, more])
  const left = Number(found) - shown
  const next = Number.isNaN(left) ? pageRows : Math.min(left, pageRows)
  return (
    <div className="sf-grid__end">
      {error !== null && <FailedState error={error} reset={retry} />}
      <p role="status" ref={said} tabIndex={-1}>
        {isBusy ? 'Please wait…' : `Showing ${shown} of ${found} ${noun}`}
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
