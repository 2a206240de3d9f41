import { queryOptions, useQuery } from '@tanstack/react-query'
import { getAuditSeal, type AuditSeal as Seal } from '../../../contract/insight/audit/auditQuestion.ts'
import { formatCount, formatDateTime, instantOf } from '../../../contract/platform/words/format.ts'
import { call } from '../../platform/calls/api.ts'
import { FailedState } from '../../platform/ui/FailedState.tsx'

const sealQuery = queryOptions({
  queryKey: ['auditSeal'],
  queryFn: () => call(getAuditSeal, {}),
  staleTime: 0,
})

const minute = 60_000
/** Sealing takes seconds, the check runs each night, and the head is anchored every ten minutes. */
const longest = { seal: 10 * minute, check: 30 * 60 * minute, anchor: 60 * minute }

const isOld = (at: string | null, most: number): boolean => at !== null && at < instantOf(Date.now() - most)
const sealedInWords = ({ lastSealedAt, unsealed, oldestUnsealedAt }: Seal): string =>
  lastSealedAt === null
    ? 'Nothing is sealed yet.'
    : unsealed === 0
      ? `Every event is sealed, the last on ${formatDateTime(lastSealedAt)}.`
      : `Sealed on ${formatDateTime(lastSealedAt)}; ${formatCount(unsealed)} newer ${
          unsealed === 1 ? 'event waits' : 'events wait'
        }, the oldest since ${formatDateTime(oldestUnsealedAt)}.`

const checkedInWords = ({ lastCheck }: Seal): string => {
  if (lastCheck === null) return 'Not checked yet: the service checks the audit trail each night.'
  const { endedAt, events, archivedEvents, problems } = lastCheck
  return [
    `Checked on ${formatDateTime(endedAt)}: `,
    problems === 0
      ? `each of ${formatCount(events)} events is as it was sealed`
      : `${formatCount(problems)} ${problems === 1 ? 'problem' : 'problems'} in ${formatCount(events)} events`,
    archivedEvents > 0 ? `; ${formatCount(archivedEvents)} more are archived` : '',
    '.',
  ].join('')
}

const notedInWords = ({ anchorPlace, lastAnchor, lastCheck }: Seal): string => {
  if (anchorPlace === null)
    return 'Not noted outside the database: if the newest events were cut off, nobody would see it. Those who run the service can set AUDIT_ANCHOR.'
  if (lastAnchor === null)
    return `It is to be noted outside the database (${anchorPlace}), but is not noted yet.`
  return `Noted outside the database (${lastAnchor.place}) on ${formatDateTime(lastAnchor.at)}, up to segment ${formatCount(lastAnchor.segment)}${
    lastCheck?.anchors == null ? '' : `; the last check compared ${formatCount(lastCheck.anchors)} such notes`
  }.`
}

/** Problems that somebody has to act on. */
const amissIn = ({ lastCheck, oldestUnsealedAt, anchorPlace, lastAnchor }: Seal): string[] => [
  ...(lastCheck !== null && lastCheck.problems > 0
    ? [`The audit trail is not as it was sealed. ${lastCheck.firstProblem ?? ''}.`]
    : []),
  ...(isOld(oldestUnsealedAt, longest.seal) ? ['The audit trail has not been sealed for some time.'] : []),
  ...(isOld(lastCheck?.endedAt ?? null, longest.check) ? ['The nightly check has not run.'] : []),
  ...(anchorPlace !== null && isOld(lastAnchor?.at ?? null, longest.anchor) && oldestUnsealedAt !== null
    ? ['The head of the audit trail has not been noted outside for some time.']
    : []),
]

/** The audit trail's proof of integrity, for administrators and Information Governance. */
export const AuditSeal = () => {
  const { data, error, refetch } = useQuery(sealQuery)
  const amiss = data === undefined ? [] : amissIn(data)
  return (
    <section className="sf-card sf-off-paper" aria-label="Audit trail">
      <h2 className="nhsuk-heading-m">Audit trail</h2>
      {error !== null && <FailedState error={error} reset={() => void refetch()} />}
      {amiss.length > 0 && (
        <div className="nhsuk-inset-text" role="alert">
          <p>
            <strong>Tell those who run the service, and Information Governance.</strong>
          </p>
          <ul>
            {amiss.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      {data !== undefined && (
        <ul>
          <li>{sealedInWords(data)}</li>
          <li>{checkedInWords(data)}</li>
          <li>{notedInWords(data)}</li>
        </ul>
      )}
    </section>
  )
}
