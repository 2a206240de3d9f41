import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { IncomingRow } from '../../../contract/exchange/incoming/incomingReferral.ts'
import { useSession } from '../../platform/session/session.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { PrintButton } from '../../platform/ui/PrintButton.tsx'
import { StackedTable, type Column } from '../../platform/ui/StackedTable.tsx'
import { incomingCountQuery } from '../../platform/calls/counterQueries.ts'
import { FetchErs } from './FetchErs.tsx'
import { FindIncoming } from './FindIncoming.tsx'
import { decidedColumns, foundColumns, undecidedColumns } from './incomingColumns.tsx'
import { incomingListQuery, incomingSearchQuery } from './incomingQueries.ts'
import { soughtText } from './soughtText.ts'

const tabs = [
  { shown: undefined, title: 'To decide' },
  { shown: 'decided', title: 'Decided' },
] as const
const exactly = { exact: true, includeSearch: true, explicitUndefined: true }

/** Referrals that came in from outside: those to decide, or those that were decided. */
export const IncomingListScreen = () => {
  const shown = useSearch({ from: '/falls/incoming-referrals' }).shown === 'decided' ? 'decided' : 'undecided'
  const sought = soughtText.useValue((text) => text)
  const { data: counts } = useQuery(incomingCountQuery)
  const hasLists = useSession()?.profile?.settings.caseFinding === true
  const toDo = (counts?.lettersToPrint ?? 0) + (counts?.sendersToRing ?? 0)
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
                {which === 'decided' && toDo > 0 && (
                  <>
                    {' '}
                    <span className="sf-due__count" title="To print or to ring about">
                      {toDo}
                    </span>
                  </>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <FindIncoming />
      {counts?.fetchesErs === true && <FetchErs />}
      {hasLists && (
        <p className="nhsuk-u-margin-top-3">
          <Link to="/falls/case-finding">Case finding: lists of people who may need the service</Link>
        </p>
      )}
      {sought === null ? <Listed shown={shown} /> : <Found text={sought} />}
    </>
  )
}

const Listed = ({ shown }: { shown: 'undecided' | 'decided' }) => {
  const { data, error, refetch } = useQuery(incomingListQuery(shown))
  if (data === undefined)
    return <LoadingOrFailed what="referrals" shape="list" error={error} refetch={refetch} />
  if (data.rows.length === 0)
    return (
      <p>
        {shown === 'undecided'
          ? 'Nothing is waiting for a decision.'
          : 'No referral was decided in the last 90 days.'}
      </p>
    )
  return (
    <>
      {data.hasMore && (
        <p className="nhsuk-inset-text">
          {shown === 'undecided'
            ? `The first ${data.rows.length} by due day are shown.`
            : `The last ${data.rows.length} are shown.`}
        </p>
      )}
      <Rows rows={data.rows} columns={shown === 'undecided' ? undecidedColumns : decidedColumns} />
    </>
  )
}

const Found = ({ text }: { text: string }) => {
  const { data, error, refetch } = useQuery(incomingSearchQuery(text))
  if (data === undefined)
    return <LoadingOrFailed what="referrals" shape="list" error={error} refetch={refetch} />
  if (data.rows.length === 0)
    return <p role="status">No incoming referral is found. What was declined is removed after 90 days.</p>
  return (
    <>
      <p role="status">
        {data.rows.length === 1
          ? '1 incoming referral is found.'
          : data.hasMore
            ? `The latest ${data.rows.length} are shown. Type more of the name.`
            : `${data.rows.length} incoming referrals are found.`}
      </p>
      <Rows rows={data.rows} columns={foundColumns} />
    </>
  )
}

const Rows = ({
  rows,
  columns,
}: {
  rows: readonly IncomingRow[]
  columns: readonly Column<IncomingRow>[]
}) => (
  <section className="sf-card sf-part" aria-label="Referrals">
    <div className="sf-scroll" role="region" aria-label="Referrals, table" tabIndex={0}>
      <StackedTable caption="Referrals" rows={rows} keyOf={({ id }) => id} columns={columns} />
    </div>
  </section>
)
