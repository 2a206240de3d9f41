import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { Folded } from './Folded.tsx'
import { timelineOf } from './timelineOf.ts'

const shownAtFirst = 20

/** What happened, newest first, including stage changes. */
export const Timeline = () => (
  <aside className="sf-timeline" id="history" aria-labelledby="history-title">
    <h2 className="nhsuk-heading-s" id="history-title">
      Timeline
    </h2>
    <Folded
      name="timeline"
      records={timelineOf(usePathway())}
      shownAtFirst={shownAtFirst}
      more={(all) => `Show all ${all} events`}
    >
      {(shown) => (
        <ol>
          {shown.map((event) => (
            <li key={event.key}>
              <span className="sf-timeline__when">{event.when}</span>
              <span>{event.what}</span>
              {event.by !== null && (
                <span className="sf-quiet" translate="no">
                  {' '}
                  {event.by}
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
    </Folded>
  </aside>
)
