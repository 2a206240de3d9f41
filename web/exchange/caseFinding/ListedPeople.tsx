import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  exportListedPeople,
  shownTitles,
  type ListedPeople as People,
  type ListedPerson,
} from '../../../contract/exchange/caseFinding/listedPeople.ts'
import { standings } from '../../../contract/exchange/caseFinding/listKind.ts'
import { eligibilityTitle } from '../../../contract/exchange/incoming/eligibility.ts'
import { stateTitle } from '../../../contract/exchange/incoming/source.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import {
  formatCount,
  formatDate,
  formatName,
  formatNhsNumber,
} from '../../../contract/platform/words/format.ts'
import { download } from '../../platform/calls/download.ts'
import { ExportButton } from '../../platform/ui/ExportButton.tsx'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { StackedTable, type Column } from '../../platform/ui/StackedTable.tsx'
import { listedPeopleQuery, type ShownPeople } from './listedPeopleQueries.ts'

interface ListedPeopleProps {
  listId: number
  /** Whom of them; without it everybody. */
  shown: ShownPeople | undefined
  page: number
}

/** The people of a case-finding list by how they stand with the service. The tabs add up to the list. */
export const ListedPeople = ({ listId, shown, page }: ListedPeopleProps) => {
  const { data, error, refetch } = useQuery(listedPeopleQuery(listId, shown, page))
  if (data === undefined)
    return <LoadingOrFailed what="people of the list" shape="list" error={error} refetch={refetch} />
  const title = shownTitles.find(({ code }) => code === shown)?.title ?? 'Everybody'
  return (
    <>
      <Tabs listId={listId} shown={shown} data={data} />
      <p className="sf-quiet nhsuk-u-margin-top-3">{meaningOf(shown)}</p>
      {data.rows.length === 0 ? (
        <p>Nobody on this list stands so.</p>
      ) : (
        <section className="sf-card sf-part" aria-label={title}>
          <div className="sf-scroll" role="region" aria-label={`${title}, table`} tabIndex={0}>
            <StackedTable caption={title} rows={data.rows} keyOf={({ id }) => id} columns={columns} />
          </div>
        </section>
      )}
      <Pages listId={listId} shown={shown} data={data} />
      <section className="sf-part" aria-labelledby="for-the-sender">
        <h2 className="nhsuk-heading-m" id="for-the-sender">
          For the sender
        </h2>
        <p>
          Each person of the list with the standing in plain words, and nothing else of the record. The
          standing is not stated where the record does not allow it or where it is not certain who the person
          is.
        </p>
        <ExportButton save={(type) => download(exportListedPeople, { id: listId, type })} />
      </section>
    </>
  )
}

const meaningOf = (shown: ShownPeople | undefined): string => {
  if (shown === 'mayBeRegistered')
    return 'No NHS number, and somebody registered is like this person. Look at both before you invite.'
  const standing = standings.find(({ code }) => code === shown)
  return standing === undefined ? 'Each person stands in exactly one way.' : `${standing.meaning}.`
}

const exactly = { exact: true, includeSearch: true, explicitUndefined: true }

const Tabs = ({ listId, shown, data }: Pick<ListedPeopleProps, 'listId' | 'shown'> & { data: People }) => {
  const tabs = [
    { code: undefined, title: 'Everybody', count: data.people },
    ...shownTitles.map(({ code, title }) => ({
      code,
      title,
      count: code === 'mayBeRegistered' ? data.mayBeRegistered : data.counts[code],
    })),
  ]
  return (
    <nav className="sf-due" aria-label="How they stand">
      <ul>
        {tabs.map(({ code, title, count }) => (
          <li key={title}>
            <Link
              to="/falls/case-finding"
              search={{ list: listId, shown: code }}
              activeOptions={exactly}
              aria-current={code === shown ? 'page' : undefined}
            >
              {title} <span className="sf-due__count">{formatCount(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const Pages = ({
  listId,
  shown,
  data: { page, pages },
}: Pick<ListedPeopleProps, 'listId' | 'shown'> & { data: People }) => {
  if (pages === 1) return null
  const linkTo = (to: number, words: string) => (
    <Link to="/falls/case-finding" search={{ list: listId, shown, page: to }}>
      {words}
    </Link>
  )
  return (
    <nav className="sf-actions" aria-label="Pages">
      {page > 1 && linkTo(page - 1, 'Previous page')}
      <span>
        Page {formatCount(page)} of {formatCount(pages)}
      </span>
      {page < pages && linkTo(page + 1, 'Next page')}
    </nav>
  )
}

const standingTitle = ({ standing }: ListedPerson): string =>
  standings.find(({ code }) => code === standing)?.title ?? standing

const columns: readonly Column<ListedPerson>[] = [
  { title: 'Row', cell: ({ rowNumber }) => formatCount(rowNumber) },
  {
    title: 'Person',
    isName: true,
    cell: ({ familyName, firstName, dateOfBirth, nhsNumber }) =>
      familyName === null ? (
        'Removed'
      ) : (
        <div>
          {formatName({ familyName, firstName, namePrefix: null })}
          <div className="sf-quiet">
            {dateOfBirth === null ? 'Date of birth not given' : `Born ${formatDate(dateOfBirth)}`},{' '}
            <span className="sf-nowrap">
              {nhsNumber === null ? 'no NHS number' : formatNhsNumber(nhsNumber)}
            </span>
          </div>
        </div>
      ),
  },
  { title: 'NG249', cell: ({ eligibility }) => eligibilityTitle(eligibility) },
  { title: 'Standing', cell: (row) => <strong>{standingTitle(row)}</strong> },
  { title: 'What we know', cell: (row) => <Known {...row} /> },
]

const Known = ({
  patientId,
  isWithheld,
  isOptedOut,
  mayBeRegistered,
  incoming,
  invitedDate,
  answerBy,
}: ListedPerson) => (
  <div>
    {mayBeRegistered && <div className="sf-late">May be registered</div>}
    {isOptedOut && <div>Asked the sender not to be contacted</div>}
    {isWithheld && <div>Restricted record</div>}
    {patientId !== null && (
      <div>
        <Link to="/falls/patient/view" search={{ id: patientId }}>
          Open the record
        </Link>
      </div>
    )}
    {incoming !== null && (
      <div>
        <Link to="/falls/incoming-referral" search={{ id: incoming.id }}>
          Referral {incoming.reference}
        </Link>
        : {stateTitle(incoming.state).toLowerCase()}
      </div>
    )}
    {invitedDate !== null && (
      <div className="sf-quiet">
        Invited {formatDate(invitedDate)}
        {incoming?.state === 'asked' && answerBy !== null && `, to answer by ${formatDate(answerBy)}`}
        {incoming?.state === 'asked' && answerBy !== null && answerBy < today() && ' (passed)'}
      </div>
    )}
  </div>
)
