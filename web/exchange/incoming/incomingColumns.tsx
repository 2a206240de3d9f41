import { Link } from '@tanstack/react-router'
import { eligibilityTitle } from '../../../contract/exchange/incoming/eligibility.ts'
import type { IncomingRow } from '../../../contract/exchange/incoming/incomingReferral.ts'
import { isUndecided, sourceTitle, stateTitle } from '../../../contract/exchange/incoming/source.ts'
import { daysBetween, today } from '../../../contract/platform/dates/dates.ts'
import { dayOfInstant } from '../../../contract/platform/dates/wallTime.ts'
import {
  formatDate,
  formatDateTime,
  formatName,
  formatNhsNumber,
} from '../../../contract/platform/words/format.ts'
import type { Column } from '../../platform/ui/StackedTable.tsx'
import { signTitle } from './inWords.ts'

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
      {formatDateTime(receivedAt)}
      <div className="sf-quiet">{agoInWords(dayOfInstant(receivedAt))}</div>
    </div>
  ),
}

/** Weekends count too: it is how long the person has waited. */
const agoInWords = (day: string): string => {
  const days = daysBetween(day, today())
  return days === 0 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`
}

const dueColumn: Column<IncomingRow> = {
  title: 'Due',
  cell: ({ due, isLate, state, hasLetterToPrint }) => (
    <div>
      <span className="sf-nowrap">{formatDate(due)}</span> {isLate && <span className="sf-late">late</span>}
      {state === 'asked' && <div className="sf-quiet">{stateTitle(state)}</div>}
      {hasLetterToPrint && <div className="sf-late">Letter to print</div>}
    </div>
  ),
}

const considerColumn: Column<IncomingRow> = {
  title: 'To consider',
  cell: ({ isUrgent, redFlags, eligibility, notice, declinedBefore }) => (
    <div>
      {isUrgent && <strong>Urgent. </strong>}
      {redFlags.length > 0 && (
        <strong className="sf-late sf-late--words">Red flag: {redFlags.map(signTitle).join(', ')}. </strong>
      )}
      {eligibility !== null && eligibilityTitle(eligibility)}
      {declinedBefore !== null && (
        <div>
          Declined before, on <span className="sf-nowrap">{formatDate(dayOfInstant(declinedBefore.at))}</span>
        </div>
      )}
      {notice !== null && <div className="sf-late sf-late--words">{notice}</div>}
    </div>
  ),
}

const decision: Column<IncomingRow> = {
  title: 'Decision',
  cell: ({ state, decidedAt, hasLetterToPrint, isToPassOn, notice }) => (
    <div>
      {stateTitle(state)}
      {decidedAt !== null && <span className="sf-quiet"> {formatDateTime(decidedAt)}</span>}
      {isToPassOn && <strong className="sf-late">Ring the sender</strong>}
      {hasLetterToPrint && <div className="sf-late">Letter to print</div>}
      {notice !== null && <div className="sf-late sf-late--words">{notice}</div>}
    </div>
  ),
}

export const undecidedColumns: readonly Column<IncomingRow>[] = [
  person,
  from,
  received,
  dueColumn,
  considerColumn,
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

export const decidedColumns: readonly Column<IncomingRow>[] = [person, from, received, decision]

/** What a search finds is to be decided, or was decided. */
export const foundColumns: readonly Column<IncomingRow>[] = [
  person,
  from,
  received,
  {
    title: 'How far',
    cell: (row) => (isUndecided(row.state) ? <ToDecide row={row} /> : decision.cell(row)),
  },
]

const ToDecide = ({ row }: { row: IncomingRow }) => (
  <div>
    {stateTitle(row.state)} by <span className="sf-nowrap">{formatDate(row.due)}</span>{' '}
    {row.isLate && <span className="sf-late">late</span>}
  </div>
)
