import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Fragment, useEffect, useRef, useState } from 'react'
import { unlessWithheld } from '../../../contract/platform/calls/withheld.ts'
import {
  callDueInWords,
  isDueSoon,
  isLateCall,
  type CallList,
  type CallListRow,
} from '../../../contract/pathways/worklists/callList.ts'
import { today, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { formatName, orNotRecorded } from '../../../contract/platform/words/format.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { callListQuery } from './callListQuery.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { FlagChips } from '../../platform/ui/FlagChips.tsx'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { PaperIdentity } from '../../platform/ui/PaperIdentity.tsx'
import { PrintButton } from '../../platform/ui/PrintButton.tsx'
import { SaidOfWait } from '../../pathways/worklists/SaidOfWait.tsx'
import { CalendarCalls } from '../fallsCalendar/CalendarCalls.tsx'
import { CallForm } from './CallForm.tsx'
import { sayWithUndo, type SavedCall } from './UndoCall.tsx'

/** The people to ring today, with the call form beside the list. The address names the person being rung. */
export const CallListScreen = () => {
  const { data: list, error, refetch, isFetchedAfterMount: isFresh } = useQuery(callListQuery)
  const { pathwayId } = useSearch({ from: '/falls/calls' })
  const navigate = useNavigate({ from: '/falls/calls' })
  const listed = list?.rows.find((row) => row.pathwayId === pathwayId)
  // Keep showing the person being rung even if a colleague's call removes them from the list. Do not keep a person
  // who was only on a cached list from before this screen opened, for example before a next attempt was agreed on the
  // pathway page.
  const [rung, setRung] = useState<CallListRow | null>(null)
  if (isFresh && listed !== undefined && listed !== rung) setRung(listed)
  const shown = listed ?? (rung?.pathwayId === pathwayId ? rung : null)
  const [clinicianId, setClinicianId] = useState('')
  const [moved, setMoved] = useState({ all: 0, again: 0 })
  // Read by the undo button of an earlier call, which may be pressed while another person is shown.
  const shownNow = useRef(0)
  useEffect(() => {
    shownNow.current = shown?.pathwayId ?? 0
  })

  const first = list?.rows[0]?.pathwayId
  const isNobody = shown === null
  useEffect(() => {
    if (isNobody && first !== undefined) void navigate({ search: { pathwayId: first }, replace: true })
  }, [isNobody, first, navigate])

  /**
   * @param shownBefore pathway whose form is shown. If the next person is the same, because nobody else is left to
   * ring, the form is reset
   */
  const ring = async (row: CallListRow | undefined, shownBefore: number): Promise<void> => {
    await navigate({ search: row === undefined ? {} : { pathwayId: row.pathwayId }, replace: true })
    setMoved((count) => ({ all: count.all + 1, again: count.again + Number(row?.pathwayId === shownBefore) }))
  }

  const takeNext = async (saved: SavedCall): Promise<void> => {
    const { row } = saved
    setClinicianId(saved.clinicianId)
    const before = list?.rows ?? []
    await forgetAfterSave()
    sayWithUndo(`Call to ${formatName(row)} saved`, saved, (undone) => ring(undone, shownNow.current))
    await ring(
      nextOf(row, before, queryClient.getQueryData(callListQuery.queryKey)?.rows ?? []),
      row.pathwayId,
    )
  }

  return (
    <>
      <div className="sf-list__head">
        <PageTitle>Call list</PageTitle>
        <PrintButton />
      </div>
      {error !== null && <FailedState error={error} reset={() => void refetch()} />}
      {list === undefined && error === null && <LoadingState what="list" shape="list" />}
      {list !== undefined && (
        <>
          <Counts list={list} />
          <div className="sf-calls">
            {list.rows.length > 0 && <People list={list} chosen={shown?.pathwayId} />}
            {shown !== null && (
              <CallForm
                key={`${shown.pathwayId} ${moved.again}`}
                row={shown}
                clinicianId={clinicianId}
                hasMoved={moved.all > 0}
                onSaved={takeNext}
              />
            )}
          </div>
          <CalendarCalls people={list.calendar} />
        </>
      )}
    </>
  )
}

/** The next person of the old list who is still on the new one. After the end it starts again from the top. */
const nextOf = (
  { pathwayId }: CallListRow,
  before: readonly CallListRow[],
  after: readonly CallListRow[],
): CallListRow | undefined => {
  const place = before.findIndex((row) => row.pathwayId === pathwayId)
  const following = before.slice(place + 1)
  return after.find((row) => following.some((each) => each.pathwayId === row.pathwayId)) ?? after[0]
}

const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`)

const Counts = ({ list: { rows, total, toRingNow, dueSoon, leftOut } }: { list: CallList }) => {
  const now = today()
  const late = rows.filter((row) => isLateCall(row, now)).length
  const apart = leftOut.consentRefused + leftOut.declined
  const why = [
    leftOut.consentRefused > 0 ? `${leftOut.consentRefused} refused consent` : '',
    leftOut.declined > 0 ? `${leftOut.declined} declined the call` : '',
  ].filter(Boolean)
  return (
    <>
      <p>
        {toRingNow === 0 ? 'Nobody is to be rung now' : `${people(toRingNow)} to ring now`}
        {late > 0 && `; ${late === toRingNow ? 'all' : late} late`}.
        {dueSoon.total > 0 &&
          ` ${people(dueSoon.total)} ${dueSoon.total === 1 ? 'is' : 'are'} due in the next ${dueSoon.days} days and may be rung already.`}
        {total > rows.length && ` The first ${rows.length} are here.`}
      </p>
      {apart > 0 && (
        <p className="sf-quiet">
          {people(apart)} more people are due but must not be rung: {why.join(', ')}. They stay on their work
          lists.
        </p>
      )}
    </>
  )
}

interface PeopleProps {
  list: CallList
  chosen: number | undefined
}

/** People whose call is due now, and separately people who may already be rung. */
const People = ({ list: { rows, toRingNow, dueSoon }, chosen }: PeopleProps) => {
  const now = today()
  const groups = [
    {
      id: 'to-ring-now',
      title: 'To ring now',
      count: toRingNow,
      among: rows.filter((row) => !isDueSoon(row, now)),
    },
    {
      id: 'due-soon',
      title: `Due in the next ${dueSoon.days} days`,
      count: dueSoon.total,
      among: rows.filter((row) => isDueSoon(row, now)),
    },
  ]
  return (
    <nav className="sf-calls__people" aria-label="People to ring">
      {groups
        .filter(({ among }) => among.length > 0)
        .map(({ id, title, count, among }) => (
          <Fragment key={id}>
            <p className="sf-calls__group" id={id}>
              {title} ({count})
            </p>
            <ol aria-labelledby={id}>
              {among.map((row) => (
                <Entry key={row.pathwayId} row={row} isChosen={row.pathwayId === chosen} now={now} />
              ))}
            </ol>
          </Fragment>
        ))}
    </nav>
  )
}

const Entry = ({ row, isChosen, now }: { row: CallListRow; isChosen: boolean; now: CalendarDate }) => (
  <li>
    <Link
      to="/falls/calls"
      search={{ pathwayId: row.pathwayId }}
      activeOptions={{ exact: true, includeSearch: true }}
      aria-current={isChosen ? 'true' : undefined}
    >
      <strong translate="no">{formatName(row)}</strong>
      <span className={isLateCall(row, now) ? 'sf-calls__late' : 'sf-quiet'}>{callDueInWords(row, now)}</span>
    </Link>
    <PaperIdentity person={row} />{' '}
    <span className="sf-on-paper">Tel. {orNotRecorded(unlessWithheld(row, row.telephone))}</span>
    {row.saidOfWait != null && <SaidOfWait said={row.saidOfWait} />}
    <FlagChips chips={row.flags} />
  </li>
)
