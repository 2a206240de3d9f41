import { Link } from '@tanstack/react-router'
import { unlessWithheld } from '../../../contract/platform/calls/withheld.ts'
import type { CalendarCall } from '../../../contract/pathways/worklists/callList.ts'
import { formatDate, formatName, orNotRecorded } from '../../../contract/platform/words/format.ts'
import { FlagChips } from '../../platform/ui/FlagChips.tsx'
import { PaperIdentity } from '../../platform/ui/PaperIdentity.tsx'
import { StackedTable } from '../../platform/ui/StackedTable.tsx'

/** People to ask for a month of their falls calendar, below the calls that are due. */
export const CalendarCalls = ({ people }: { people: readonly CalendarCall[] }) =>
  people.length === 0 ? null : (
    <section className="sf-card sf-calls__calendar" aria-labelledby="calendar-calls">
      <h2 className="nhsuk-heading-s" id="calendar-calls">
        Falls calendar: to ask by telephone ({people.length})
      </h2>
      <StackedTable
        caption="People to ask how often they fell"
        rows={people}
        keyOf={({ questionId }) => questionId}
        columns={[
          {
            title: 'Person',
            isName: true,
            cell: (person) => (
              <div className="sf-wide">
                <strong>{formatName(person)}</strong> <PaperIdentity person={person} />
                <FlagChips chips={person.flags} />
              </div>
            ),
          },
          {
            title: 'Telephone',
            cell: (person) => orNotRecorded(unlessWithheld(person, person.telephone)),
          },
          {
            title: 'How many falls',
            cell: ({ periodFrom, periodTo }) => `${formatDate(periodFrom)} to ${formatDate(periodTo)}`,
          },
          { title: 'Since', cell: ({ due }) => formatDate(due) },
        ]}
        action={({ questionId, pathwayId, patientId, ...person }) => (
          <Link
            className="sf-button"
            to="/falls/pathway/falls-month/$questionId"
            params={{ questionId: String(questionId) }}
            search={{ id: pathwayId, patientId }}
            aria-label={`Enter the falls of ${formatName(person)}`}
          >
            Enter
          </Link>
        )}
      />
    </section>
  )
