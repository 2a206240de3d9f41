import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { eligibilityTitle } from '../../../contract/exchange/incoming/eligibility.ts'
import type { IncomingRow } from '../../../contract/exchange/incoming/incomingReferral.ts'
import { sourceTitle, stateTitle } from '../../../contract/exchange/incoming/source.ts'
import { daysBetween, today } from '../../../contract/platform/dates/dates.ts'
import { dayOfInstant } from '../../../contract/platform/dates/wallTime.ts'
import {
  formatDate,
  formatDateTime,
  formatName,
  formatNhsNumber,
} from '../../../contract/platform/words/format.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { PrintButton } from '../../platform/ui/PrintButton.tsx'
import { StackedTable, type Column } from '../../platform/ui/StackedTable.tsx'
import { incomingCountQuery } from '../../platform/calls/counterQueries.ts'
import { FetchErs } from './FetchErs.tsx'
import { incomingListQuery } from './incomingQueries.ts'
import { signTitle } from './inWords.ts'

const tabs = [
  { shown: undefined, title: 'To decide' },
  { shown: 'decided', title: 'Decided' },
] as const
const exactly = { exact: true, includeSearch: true, explicitUndefined: true }

/** Referrals that came in from outside: those to decide, or those that were decided. */
export const IncomingListScreen = () => {
  const shown = useSearch({ from: '/falls/incoming-referrals' }).shown === 'decided' ? 'decided' : 'undecided'
  const { data, error, refetch } = useQuery(incomingListQuery(shown))
  const { data: counts } = useQuery(incomingCountQuery)
  return (
    <>
      <div className="sf-list__head">
        <PageTitle>Referrals to triage</PageTitle>
        <PrintButton />
      </div>
      <p className="sf-purpose">
        Referrals that came in from outside. Nobody here is a patient or on a work list until the referral is
        accepted. Decide within two working days.
      </p>
      <nav className="sf-due" aria-label="Which referrals">
        <ul>
          {tabs.map(({ shown: which, title }) => (
            <li key={title}>
              <Link
                to="/falls/incoming-referrals"
                search={{ shown: which }}
                activeOptions={exactly}
                aria-current={(which ?? 'undecided') === shown ? 'page' : undefined}
              >
                {title}
                {which === undefined && (
                  <>
                    {' '}
                    <span className="sf-due__count">{counts?.undecided ?? '–'}</span>
                  </>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {counts?.fetchesErs === true && <FetchErs />}
      {data === undefined ? (
        <LoadingOrFailed what="referrals" shape="list" error={error} refetch={refetch} />
      ) : data.rows.length === 0 ? (
        <p>
          {shown === 'undecided'
            ? 'Nothing is waiting for a decision.'
            : 'No referral was decided in the last 90 days.'}
        </p>
      ) : (
        <>
          {data.hasMore && (
            <p className="nhsuk-inset-text">
              {shown === 'undecided'
                ? `The first ${data.rows.length} by due day are shown.`
                : `The last ${data.rows.length} are shown.`}
            </p>
          )}
          <section className="sf-card sf-part" aria-label="Referrals">
            <div className="sf-scroll" role="region" aria-label="Referrals, table" tabIndex={0}>
              <StackedTable
                caption="Referrals"
                rows={data.rows}
                keyOf={({ id }) => id}
                columns={shown === 'undecided' ? undecidedColumns : decidedColumns}
              />
            </div>
          </section>
        </>
      )}
    </>
  )
}

const person: Column<IncomingRow> = {
  title: 'Person',
  isName: true,
  cell: ({ id, familyName, firstName, dateOfBirth, nhsNumber, reference }) => (
    <div>
      <Link to="/falls/incoming-referral" search={{ id }}>
        {familyName === null ? reference : formatName({ familyName, firstName, namePrefix: null })}
      </Link>
      {familyName !== null && (
        <div className="sf-quiet">
          {dateOfBirth === null ? 'Date of birth not given' : `Born ${formatDate(dateOfBirth)}`}
          {nhsNumber !== null && (
            <>
              , <span className="sf-nowrap">{formatNhsNumber(nhsNumber)}</span>
            </>
          )}
        </div>
      )}
    </div>
  ),
}

const from: Column<IncomingRow> = {
  title: 'From',
  cell: ({ source, sender }) => (
    <div>
      <span translate="no">{sender ?? sourceTitle(source)}</span>
      {sender !== null && sender !== sourceTitle(source) && (
        <div className="sf-quiet">{sourceTitle(source)}</div>
      )}
    </div>
  ),
}

const received: Column<IncomingRow> = {
  title: 'Received',
  cell: ({ receivedAt }) => (
    <div>
      <span className="sf-nowrap">{formatDateTime(receivedAt)}</span>
      <div className="sf-quiet">{agoInWords(dayOfInstant(receivedAt))}</div>
    </div>
  ),
}

/** Weekends count too: it is how long the person has waited. */
const agoInWords = (day: string): string => {
  const days = daysBetween(day, today())
  return days === 0 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`
}

const undecidedColumns: readonly Column<IncomingRow>[] = [
  person,
  from,
  received,
  {
    title: 'Due',
    cell: ({ due, isLate, state }) => (
      <div>
        <span className="sf-nowrap">{formatDate(due)}</span> {isLate && <span className="sf-late">late</span>}
        {state === 'asked' && <div className="sf-quiet">{stateTitle(state)}</div>}
      </div>
    ),
  },
  {
    title: 'To consider',
    cell: ({ isUrgent, redFlags, eligibility }) => (
      <div>
        {isUrgent && <strong>Urgent. </strong>}
        {redFlags.length > 0 && (
          <strong className="sf-late">Red flag: {redFlags.map(signTitle).join(', ')}. </strong>
        )}
        {eligibility !== null && eligibilityTitle(eligibility)}
      </div>
    ),
  },
  {
    title: 'Registered?',
    cell: ({ matches }) => (
      <div>
        {matches ? (
          <strong>{matches === 1 ? '1 likely match' : `${matches} likely matches`}</strong>
        ) : (
          'No match'
        )}
      </div>
    ),
  },
]

const decidedColumns: readonly Column<IncomingRow>[] = [
  person,
  from,
  received,
  {
    title: 'Decision',
    cell: ({ state, decidedAt, hasLetterToPrint, notice }) => (
      <div>
        {stateTitle(state)}
        {decidedAt !== null && <span className="sf-quiet"> {formatDateTime(decidedAt)}</span>}
        {hasLetterToPrint && <div className="sf-late">Letter to print</div>}
        {notice !== null && <div className="sf-late">{notice}</div>}
      </div>
    ),
  },
]
