import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { withheldWords } from '../../../contract/platform/calls/withheld.ts'
import { formatDate, formatName, formatNhsNumber } from '../../../contract/platform/words/format.ts'
import { exportOutstanding } from '../../../contract/app/listExport.ts'
import {
  lateInWords,
  listOutstanding,
  mostOutstandingShown,
  outstandingColumns,
  outstandingTitle,
  type Outstanding,
  type OutstandingRow,
  waits,
} from '../../../contract/pathways/outstanding.ts'
import type { OutstandingAsked } from '../../../contract/pathways/outstandingWaits.ts'
import { unowned } from '../../../contract/pathways/unowned.ts'
import { call } from '../../platform/calls/api.ts'
import { download } from '../../platform/calls/download.ts'
import { useMay } from '../../platform/session/session.ts'
import { DataGrid } from '../../platform/ui/DataGrid.tsx'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { FlagChips } from '../../platform/ui/FlagChips.tsx'
import type { GridColumn } from '../../platform/ui/gridColumn.ts'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { PrintButton } from '../../platform/ui/PrintButton.tsx'
import { Sentence } from '../../platform/ui/Sentence.tsx'

/** The key starts with that of Today, because Today shows the count of this list. */
const outstandingQuery = (asked: OutstandingAsked) =>
  queryOptions({
    queryKey: ['today', 'outstanding', asked.what ?? '', asked.whose ?? ''],
    queryFn: () => call(listOutstanding, asked),
    staleTime: 0,
  })

type ColumnId = (typeof outstandingColumns)[number]['id']

const looks: Record<ColumnId, Pick<GridColumn<OutstandingRow>, 'width' | 'grows' | 'show' | 'orders'>> = {
  patient: {
    width: 170,
    grows: true,
    show: (row) => (
      <>
        <span translate="no">{formatName(row)}</span>
        {row.daysLate > 0 && ' '}
        {row.daysLate > 0 && <span className="sf-late">{lateInWords(row.daysLate)}</span>}
        <FlagChips chips={row.flags} />
      </>
    ),
  },
  nhsNumber: {
    width: 116,
    show: ({ nhsNumber }) => <span className="sf-nowrap">{formatNhsNumber(nhsNumber)}</span>,
  },
  dateOfBirth: {
    width: 102,
    show: ({ dateOfBirth }) => <span className="sf-nowrap">{formatDate(dateOfBirth)}</span>,
  },
  item: {
    width: 190,
    grows: true,
    show: ({ item }) => (
      <span className="sf-grid__words sf-grid__words--whole">
        <Sentence>{item ?? withheldWords}</Sentence>
      </span>
    ),
  },
  toDo: {
    width: 150,
    show: ({ toDo }) => <span className="sf-grid__words sf-grid__words--whole">{toDo}</span>,
  },
  due: {
    width: 106,
    show: ({ due, daysLate }) => (
      <>
        <span className="sf-nowrap">{formatDate(due)}</span>{' '}
        <span className={daysLate > 0 ? 'sf-late' : 'sf-when'}>{lateInWords(daysLate)}</span>
      </>
    ),
    orders: ['longest due first', 'latest first'],
  },
  daysLate: { width: 84, orders: ['fewest first', 'most first'] },
  referral: { width: 100 },
  owner: { width: 130, show: ({ owner }) => <span className="sf-grid__words">{owner ?? unowned}</span> },
  flags: { width: 130 },
}
/** The days late are shown with the due day, and the flags with the name. */
const columns = outstandingColumns
  .filter(({ id }) => id !== 'daysLate' && id !== 'flags')
  .map((column) => ({ ...column, ...looks[column.id] }))

/** Red flags, onward referrals, equipment, unsigned letters, and undelivered cancellations and links that are due. */
export const OutstandingScreen = () => {
  const asked = useSearch({ from: '/falls/outstanding' })
  const { data: shown, error, refetch } = useQuery(outstandingQuery(asked))
  return (
    <>
      <div className="sf-list__head">
        <PageTitle>{outstandingTitle}</PageTitle>
        <PrintButton />
      </div>
      <p className="sf-purpose">
        What is due: red flags to review, onward referrals without an answer or an outcome, equipment that is
        not fitted or not back; of closed referrals also letters that are not signed, and cancelled
        appointments and links to the own page that did not reach the person. Red flags and equipment stay
        here after a referral is closed, equipment also after a death, until somebody records what became of
        them.
        {shown?.rows.length === mostOutstandingShown &&
          ` The ${mostOutstandingShown} due longest are shown; a file has all.`}
      </p>
      {error !== null && <FailedState error={error} reset={() => void refetch()} />}
      <Tabs asked={asked} counts={shown?.counts} />
      {shown === undefined && error === null && <LoadingState what="list" />}
      {shown !== undefined && <Rows asked={asked} rows={shown.rows} />}
    </>
  )
}

const exactly = { exact: true, includeSearch: true, explicitUndefined: true }

const ownChoices = [
  { whose: undefined, title: 'Everybody’s' },
  { whose: 'mine', title: 'Mine' },
  { whose: 'nobody', title: 'Nobody’s' },
] as const

const Tabs = ({ asked, counts }: { asked: OutstandingAsked; counts: Outstanding['counts'] | undefined }) => {
  const whole = counts && waits.reduce((sum, { code }) => sum + counts[code], 0)
  const tabs = [
    { code: undefined, title: 'All', count: whole },
    ...waits.map(({ code, title }) => ({ code, title, count: counts?.[code] })),
  ]
  return (
    <div className="sf-list__controls">
      <nav className="sf-due" aria-label="By what is waited for">
        <ul>
          {tabs.map(({ code, title, count }) => (
            <li key={title}>
              <Link
                to="/falls/outstanding"
                search={{ ...asked, what: code }}
                resetScroll={false}
                aria-current={asked.what === code ? 'page' : undefined}
                activeOptions={exactly}
              >
                {title}{' '}
                <span key={count} className="sf-due__count">
                  {count ?? '–'}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <nav className="sf-due" aria-label="By whose it is">
        <ul>
          {ownChoices.map(({ whose, title }) => (
            <li key={title}>
              <Link
                to="/falls/outstanding"
                search={{ ...asked, whose }}
                resetScroll={false}
                aria-current={asked.whose === whose ? 'page' : undefined}
                activeOptions={exactly}
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

const Rows = ({ asked, rows }: { asked: OutstandingAsked; rows: readonly OutstandingRow[] }) => {
  const mayRecord = useMay('clinical.write')
  const mayCloseTasks = useMay('task.write')
  return (
    <div className="sf-outstanding">
      <DataGrid
        name="outstanding"
        caption={outstandingTitle}
        columns={columns}
        rows={rows}
        idOf={(row) => `${row.what} ${row.id}`}
        noun={rows.length === 1 ? 'line' : 'lines'}
        naturalOrder="Due longest first"
        empty="Nothing is due."
        filterHint="Name, flag, equipment, service, letter, owner"
        actionWidth={120}
        save={(sheet) => download(exportOutstanding, { ...asked, ...sheet })}
        action={(row) => (
          <RowAction row={row} mayRecord={row.what === 'cancellation' ? mayCloseTasks : mayRecord} />
        )}
      />
    </div>
  )
}

/** Links to the form that records the outcome. */
const RowAction = ({ row, mayRecord }: { row: OutstandingRow; mayRecord: boolean }) => {
  const { what, id, pathwayId, patientId, item } = row
  const about = `${formatName(row)}, ${item ?? 'withheld'}`
  if (what === 'redFlag' || pathwayId === null)
    return (
      <Link
        className="sf-button"
        to="/falls/patient/flags"
        search={{ id: patientId }}
        aria-label={`View ${about}`}
      >
        View
      </Link>
    )
  const search = { id: pathwayId, patientId }
  if (!mayRecord)
    return (
      <Link className="sf-button" to="/falls/pathway/view" search={search} aria-label={`View ${about}`}>
        View
      </Link>
    )
  if (what === 'letterDraft')
    return (
      <Link
        className="sf-button"
        to="/falls/pathway/letter-draft/$draftId"
        params={{ draftId: String(id) }}
        search={search}
        aria-label={`Open ${about}`}
      >
        Open
      </Link>
    )
  if (what === 'cancellation')
    return (
      <Link
        className="sf-button"
        to="/falls/pathway/task-close/$taskId"
        params={{ taskId: String(id) }}
        search={search}
        aria-label={`Close task ${about}`}
      >
        Close task
      </Link>
    )
  const isEquipment = what === 'equipmentFit' || what === 'equipmentBack'
  return (
    <Link
      className="sf-button"
      to={
        isEquipment
          ? '/falls/pathway/equipment-progress/$equipmentId'
          : '/falls/pathway/onward-progress/$onwardReferralId'
      }
      params={{ equipmentId: String(id), onwardReferralId: String(id) }}
      search={search}
      aria-label={`Update ${about}`}
    >
      Update
    </Link>
  )
}
