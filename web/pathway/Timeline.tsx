import { useState } from 'react'
import { useIsPrinting } from '../ui/useIsPrinting.ts'
import { usePathway } from '../frames/PathwayFrame.tsx'
import { timelineOf } from './timelineOf.ts'

const shownAtFirst = 20

/** What happened, newest first, stage changes included. */
export const Timeline = () => {
  const events = timelineOf(usePathway())
  const [isOpen, setOpen] = useState(false)
  const isPrinting = useIsPrinting()
  const isAll = isOpen || isPrinting
  return (
    <aside className="sf-timeline" id="history" aria-labelledby="history-title">
      <h2 className="nhsuk-heading-s" id="history-title">
        Timeline
      </h2>
      <ol>
        {(isAll ? events : events.slice(0, shownAtFirst)).map((event) => (
          <li key={event.key}>
            <span className="sf-timeline__when">{event.when}</span>
            <span>{event.what}</span>
            {event.by !== null && <span className="sf-quiet"> {event.by}</span>}
          </li>
        ))}
      </ol>
      {!isAll && events.length > shownAtFirst && (
        <button type="button" className="sf-button" onClick={() => setOpen(true)}>
          Show all {events.length} events
        </button>
      )}
    </aside>
  )
}
