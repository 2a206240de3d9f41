import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { daysToReach } from '../../../contract/exchange/caseFinding/listedPeople.ts'
import { formatCount } from '../../../contract/platform/words/format.ts'
import {
  differenceCountQuery,
  incomingCountQuery,
  longUnreachedQuery,
  notArrivedQuery,
} from '../../platform/calls/counterQueries.ts'
import { usePds } from '../../patients/pds/usePds.ts'
import { useMay, useSession } from '../../platform/session/session.ts'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { todayQuery } from './taskQueries.ts'
import { sendersToRingInWords } from './sendersToRing.ts'
import { todayParts, totalInWords } from './todayParts.ts'

/**
 * How much there is to do today, on Home; each number links to its lines. The strip keeps its space until the numbers
 * arrive.
 */
export const TodayStrip = () => {
  const { data: shown, error, refetch } = useQuery(todayQuery)
  const oversees = useMay('today.oversee')
  return (
    <section className="sf-today" aria-labelledby="today-strip">
      <h2 className="nhsuk-heading-m" id="today-strip">
        Today
      </h2>
      {error !== null && <FailedState error={error} reset={() => void refetch()} />}
      <ul>
        {todayParts.map(({ id, title, of, isUrgent, isOverseen }) => {
          const part = shown && of(shown)
          if (part === null || (isOverseen && !oversees)) return null
          return (
            <li key={id}>
              <Link to="/falls/today" hash={id}>
                <strong className={isUrgent && (part?.total ?? 0) > 0 ? 'sf-today__late' : ''}>
                  {part === undefined ? '–' : totalInWords(part)}
                </strong>{' '}
                {title}
              </Link>
            </li>
          )
        })}
        <li>
          <Link to="/falls/outstanding">
            <strong className={(shown?.outstanding.all ?? 0) > 0 ? 'sf-today__late' : ''}>
              {shown === undefined ? '–' : formatCount(shown.outstanding.all)}
            </strong>{' '}
            Outstanding flags, referrals, equipment, letters and messages
          </Link>
        </li>
        <Incoming />
        <Differences />
        <NotArrived />
        <LongUnreached />
      </ul>
    </section>
  )
}

/** Referrals from outside that are to be decided, and senders who could not be told by message. */
const Incoming = () => {
  const receives = useSession()?.profile?.settings.receivesReferrals === true
  const { data } = useQuery({ ...incomingCountQuery, enabled: receives })
  if (!receives) return null
  const { late = 0, sendersToRing = 0 } = data ?? {}
  const more = [
    ...(late > 0 ? [`${formatCount(late)} late`] : []),
    ...(sendersToRing > 0 ? [sendersToRingInWords(sendersToRing)] : []),
  ]
  return (
    <li>
      <Link to="/falls/incoming-referrals">
        <strong className={more.length > 0 ? 'sf-today__late' : ''}>
          {data === undefined ? '–' : formatCount(data.undecided + sendersToRing)}
        </strong>{' '}
        {['Referrals to triage', ...more].join(', ')}
      </Link>
    </li>
  )
}

/** Records that differ from PDS; nothing as long as none does. */
const Differences = () => {
  const { data } = useQuery({ ...differenceCountQuery, enabled: usePds() !== 'off' })
  if (data === undefined || data.differing === 0) return null
  const { differing, died } = data
  return (
    <li>
      <Link to="/falls/pds-differences">
        <strong className={died > 0 ? 'sf-today__late' : ''}>{formatCount(differing)}</strong>{' '}
        {died > 0 ? `Differences from PDS, ${formatCount(died)} may have died` : 'Differences from PDS'}
      </Link>
    </li>
  )
}

/** Letters that did not arrive, also of closed referrals; nothing as long as all did. */
const NotArrived = () => {
  const mayWrite = useMay('letter.write')
  const { data } = useQuery({ ...notArrivedQuery, enabled: mayWrite })
  if (!mayWrite || data === undefined || data.letters === 0) return null
  return (
    <li>
      <Link to="/falls/letters">
        <strong className="sf-today__late">{formatCount(data.letters)}</strong> Letters not arrived
      </Link>
    </li>
  )
}

/** People on case-finding lists whom NG249 names and nobody reached, for those who oversee the work of all. */
const LongUnreached = () => {
  const oversees = useMay('today.oversee')
  const hasLists = useSession()?.profile?.settings.caseFinding === true
  const { data } = useQuery({ ...longUnreachedQuery, enabled: oversees && hasLists })
  if (!oversees || !hasLists || data === undefined || data.listId === null) return null
  return (
    <li>
      <Link to="/falls/case-finding" search={{ list: data.listId, shown: 'neverReached' }}>
        <strong className="sf-today__late">{formatCount(data.people)}</strong> Never reached for over{' '}
        {daysToReach} days, named by NG249
      </Link>
    </li>
  )
}
