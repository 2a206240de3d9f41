import { daysBetween, today } from '../../contract/dates.ts'
import { formatDate } from '../../contract/format.ts'
import type { PathwayView } from '../../contract/pathway/pathway.ts'
import { stages, stageTitles } from '../../contract/pathway/stage.ts'
import { Sentence } from '../ui/Sentence.tsx'

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`)

/** How long, in words: 'Waiting 23 days', 'In treatment for 23 days'. */
const waitOf = (stage: PathwayView['stage'] & { open: true }): string | null => {
  if (stage.since === null) return null
  const count = Math.max(0, daysBetween(stage.since, today()))
  return stage.stage === 'inTreatment' || stage.stage === 'inExercise'
    ? `${stageTitles[stage.stage]} for ${days(count)}`
    : `Waiting ${days(count)}`
}

const dueOf = (due: string): string => {
  const count = daysBetween(today(), due)
  if (count === 0) return 'Due today'
  return count > 0
    ? `Due in ${days(count)}, ${formatDate(due)}`
    : `Due ${days(-count)} ago, ${formatDate(due)}`
}

/** Where the pathway stands, for how long and why. */
export const StageStrip = ({ stage }: { stage: PathwayView['stage'] }) => {
  if (!stage.open)
    return (
      <p className="sf-closed" role="note">
        <strong>This pathway is closed.</strong> <Sentence>{stage.reason}</Sentence> Its records cannot be
        changed.
      </p>
    )
  const wait = waitOf(stage)
  return (
    <section className="sf-stage" aria-label="Stage">
      <ol className="sf-stage__strip">
        {stages.map((each) => (
          <li key={each} aria-current={each === stage.stage ? 'step' : undefined}>
            {stageTitles[each]}
          </li>
        ))}
      </ol>
      <p className="sf-stage__why">
        {wait !== null && <span className="sf-tag">{wait}</span>}
        {stage.due !== null && (
          <span className={`sf-tag ${daysBetween(today(), stage.due) < 0 ? 'sf-tag--late' : ''}`}>
            {dueOf(stage.due)}
          </span>
        )}
        <span>
          <Sentence>{stage.reason}</Sentence>
        </span>
      </p>
      {stage.warnings.length > 0 && (
        <ul className="sf-stage__warnings">
          {stage.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
