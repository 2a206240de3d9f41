import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { daysBetween, today } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import type { PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { stages, stageTitles } from '../../../contract/stages/stage.ts'
import { unowned } from '../../../contract/pathways/unowned.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { ownerQuery } from '../../pathways/owners/ownerQueries.ts'
import { useMay } from '../../platform/session/session.ts'
import { lazyPart } from '../../platform/ui/lazyScreen.tsx'
import { Sentence } from '../../platform/ui/Sentence.tsx'
import { NextStepLink } from './NextStepLink.tsx'

const MissedFirst = lazyPart('MissedFirst', () => import('./MissedFirst.tsx'))

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`)

/** The time in the stage in words: 'Waiting 23 days', 'In treatment for 23 days'. */
const waitOf = (stage: PathwayView['stage'] & { open: true }): string | null => {
  if (stage.since === null) return null
  const count = Math.max(0, daysBetween(stage.since, today()))
  return stage.stage === 'inTreatment' || stage.stage === 'inExercise'
    ? `${stageTitles[stage.stage]} for ${days(count)}`
    : `Waiting ${days(count)}`
}

/** The stage of the pathway, for how long and why, what is due, the owner, and the next step. */
export const StageStrip = () => {
  const { stage } = usePathway()
  const sees = useMay('patient.read')
  const mayRecord = useMay('clinical.write')
  if (!stage.open)
    return (
      <p className="sf-closed" role="note">
        <strong>This referral is closed.</strong> <Sentence>{stage.reason}</Sentence> Its records cannot be
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
      <div className="sf-stage__now">
        <p className="sf-stage__why">
          {/* Some screen readers announce neither the style nor the aria-current of the current step. */}
          <span className="nhsuk-u-visually-hidden">{stageTitles[stage.stage]}: </span>
          {wait !== null && <span className="sf-tag">{wait}</span>}
          <Due />
          <span>
            <Sentence>{stage.reason}</Sentence>
          </span>
        </p>
        {sees && <OwnerLine />}
        <NextStepLink />
      </div>
      {stage.warnings.length > 0 && (
        <ul className="sf-stage__warnings">
          {stage.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      {stage.firstMissedOn !== null && mayRecord && (
        <Suspense>
          <MissedFirst day={stage.firstMissedOn} />
        </Suspense>
      )}
    </section>
  )
}

/** Uses the words of the work lists; coloured only if late. */
const Due = () => {
  const { stage, nextDue } = usePathway()
  if (nextDue !== null && nextDue.day !== null) {
    const { day, group, words } = nextDue
    return (
      <span className={`sf-tag ${group === 'late' ? 'sf-tag--late' : ''}`}>
        {words.slice(0, 1).toUpperCase() + words.slice(1)},{' '}
        <span className="sf-nowrap">{formatDate(day)}</span>
      </span>
    )
  }
  // People outside the service see the day of a call, but not the service's targets.
  return stage.open && stage.due !== null && <span className="sf-tag">Due {formatDate(stage.due)}</span>
}

/** The owner; the section below has the details. Takes up its space before the owner is loaded. */
const OwnerLine = () => {
  const { pathway } = usePathway()
  const { data: owner } = useQuery(ownerQuery(pathway.id))
  return (
    <p className="sf-stage__owner">
      {owner !== undefined && (
        <>
          <a href="#owner">Owner</a>{' '}
          {owner.owner === null ? (
            <span className="sf-tag sf-tag--late">{unowned}</span>
          ) : (
            <strong>{owner.owner}</strong>
          )}
        </>
      )}
    </p>
  )
}
