import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CaseFindingRow } from '../../../contract/exchange/caseFinding/caseFinding.ts'
import { daysUntilLate } from '../../../contract/exchange/caseFinding/listedPeople.ts'
import { formatCount, formatDate, formatDateTime } from '../../../contract/platform/words/format.ts'
import { useMay } from '../../platform/session/session.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { StackedTable, type Column } from '../../platform/ui/StackedTable.tsx'
import { lateListsQuery, listsQuery } from './caseFindingQueries.ts'
import { kindTitle } from './inWords.ts'

/** All case-finding lists. */
export const ListsOverview = () => {
  const { data, error, refetch } = useQuery(listsQuery)
  const mayLoad = useMay('caseFinding.write')
  return (
    <>
      <div className="sf-list__head">
        <PageTitle>Case finding</PageTitle>
        {mayLoad && (
          <Link className="sf-button" to="/falls/case-finding" search={{ step: 'load' }}>
            Load a list
          </Link>
        )}
      </div>
      <p className="sf-purpose">
        Lists of people who may need the service, from practices, hospitals and the ambulance service. These
        people asked for nothing: they are neither patients nor referrals. Send them to triage a few at a
        time, and invite them from there.
      </p>
      <Late />
      {data === undefined ? (
        <LoadingOrFailed what="lists" shape="list" error={error} refetch={refetch} />
      ) : data.rows.length === 0 ? (
        <p>No list was loaded yet.</p>
      ) : (
        <section className="sf-card sf-part" aria-label="Lists">
          <div className="sf-scroll" role="region" aria-label="Lists, table" tabIndex={0}>
            <StackedTable caption="Lists" rows={data.rows} keyOf={({ id }) => id} columns={columns} />
          </div>
        </section>
      )}
      <p>
        <Link to="/falls/incoming-referrals">Go back to the referrals to triage</Link>
      </p>
    </>
  )
}

/** Senders whose monthly list has not come. Nothing is shown while it is read: it is no reason to wait. */
const Late = () => {
  const { data: late = [] } = useQuery(lateListsQuery)
  if (late.length === 0) return null
  return (
    <div className="nhsuk-inset-text">
      <p>These lists came before, and have not come for more than {daysUntilLate} days. Ask their senders.</p>
      <ul>
        {late.map(({ kind, sender, lastDate }) => (
          <li key={`${kind} ${sender}`}>
            {kindTitle(kind)}, <span translate="no">{sender}</span>: the last is of {formatDate(lastDate)}
          </li>
        ))}
      </ul>
    </div>
  )
}

const columns: readonly Column<CaseFindingRow>[] = [
  {
    title: 'From',
    isName: true,
    cell: ({ id, sender }) => (
      <Link to="/falls/case-finding" search={{ list: id }}>
        {sender}
      </Link>
    ),
  },
  { title: 'List of', cell: ({ kind }) => kindTitle(kind) },
  {
    title: 'Day of the list',
    cell: ({ listDate }) => <span className="sf-nowrap">{formatDate(listDate)}</span>,
  },
  { title: 'People', cell: ({ people }) => formatCount(people) },
  { title: 'Sent to triage', cell: ({ sent }) => formatCount(sent) },
  {
    title: 'Loaded',
    cell: ({ loadedAt, loadedBy, removedAt }) => (
      <div>
        <span className="sf-nowrap">{formatDateTime(loadedAt)}</span>
        {loadedBy !== null && <div className="sf-quiet">{loadedBy}</div>}
        {removedAt !== null && <div className="sf-quiet">People removed {formatDateTime(removedAt)}</div>}
      </div>
    ),
  },
]
