import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  askAudit,
  type auditColumns,
  columnsOfQuestion,
  mostEventsShown,
  type AuditPerson,
  type AuditRow,
} from '../../../contract/insight/audit/auditQuestion.ts'
import type { AuditQuestion } from '../../../contract/insight/audit/auditQuestionNames.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import {
  formatBorn,
  formatCount,
  formatDate,
  formatDateTime,
  formatNhsNumber,
} from '../../../contract/platform/words/format.ts'
import { auditExports } from '../../../contract/app/listExport.ts'
import type { SheetAsked } from '../../../contract/platform/calls/sheet.ts'
import { call } from '../../platform/calls/api.ts'
import { download } from '../../platform/calls/download.ts'
import { DataGrid } from '../../platform/ui/DataGrid.tsx'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import type { GridColumn } from '../../platform/ui/gridColumn.ts'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { usePaperSubject } from '../../platform/ui/paper.ts'
import { PrintButton } from '../../platform/ui/PrintButton.tsx'
import { personInWords } from './peopleInWords.ts'
import type { Asked } from './asked.ts'
import { usualDays } from './questions.ts'

interface Days {
  dateFrom: string
  dateTo: string
}

const daysIn = ({ dateFrom, dateTo }: Days): Days => ({ dateFrom, dateTo })

interface Answer {
  rows: AuditRow[]
  isMore: boolean
}

/** The answer to the question in the address; nothing if part of the question is missing. */
export const AuditAnswer = ({ asked }: { asked: Asked }) => {
  const { question, patientId, userId, clientId } = asked
  // A user who comes from the page of a patient or client has not chosen any days yet.
  const { dateFrom, dateTo } =
    patientId === undefined && clientId === undefined ? asked : { ...usualDays(question), ...defined(asked) }
  if (dateFrom === undefined || dateTo === undefined) return null
  const days = { dateFrom, dateTo }
  if (question === 'patient')
    return patientId === undefined ? null : (
      <OfPatient key={JSON.stringify(asked)} {...days} patientId={patientId} />
    )
  if (question === 'user') {
    if (userId === undefined) return null
    const input = { ...days, userId }
    return (
      <Listed
        key={JSON.stringify(asked)}
        question={question}
        input={input}
        read={() => call(askAudit.user, input)}
        save={(sheet) => download(auditExports.user, { ...input, ...sheet })}
      />
    )
  }
  if (question === 'client') {
    if (clientId === undefined) return null
    const input = { ...days, clientId }
    return (
      <Listed
        key={JSON.stringify(asked)}
        question={question}
        input={input}
        read={() => call(askAudit.client, input)}
        save={(sheet) => download(auditExports.client, { ...input, ...sheet })}
      />
    )
  }
  return (
    <Listed
      key={JSON.stringify(asked)}
      question={question}
      input={days}
      read={() => call(askAudit[question], days)}
      save={(sheet) => download(auditExports[question], { ...days, ...sheet })}
    />
  )
}

const defined = ({ dateFrom, dateTo }: Asked): Partial<Days> => ({
  ...(dateFrom === undefined ? {} : { dateFrom }),
  ...(dateTo === undefined ? {} : { dateTo }),
})

/** An answer is never refetched, because asking again leaves another row in the audit trail. */
const once = { staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false, retry: false } as const

const OfPatient = (input: InputOf<typeof askAudit.patient>) => {
  const { data, error, refetch } = useQuery(
    queryOptions({
      queryKey: ['audit', 'patient', input],
      queryFn: () => call(askAudit.patient, input),
      ...once,
    }),
  )
  if (error !== null) return <FailedState error={error} reset={() => void refetch()} />
  if (data === undefined) return <LoadingState what="answer" />
  const { patient, people } = data
  return (
    <>
      <section className="sf-card" aria-labelledby="people">
        <div className="sf-list__head">
          <h2 className="nhsuk-heading-m" id="people" translate="no">
            {patient.name}
          </h2>
          <PrintButton />
        </div>
        <PaperSubject name={patient.name} nhsNumber={patient.nhsNumber} />
        <p>
          Born {formatBorn(patient.dateOfBirth)}, NHS Number{' '}
          <span translate="no">{formatNhsNumber(patient.nhsNumber)}</span>. From {formatDate(input.dateFrom)}{' '}
          to {formatDate(input.dateTo)}, both days counted.
        </p>
        <People people={people} isMore={data.isMore} />
      </section>
      <div className="sf-off-paper">
        <Grid
          question="patient"
          days={daysIn(input)}
          answer={data}
          save={(sheet) => download(auditExports.patient, { ...input, ...sheet })}
        />
      </div>
    </>
  )
}

const PaperSubject = ({ name, nhsNumber }: { name: string; nhsNumber: string | null }) => {
  usePaperSubject(`${name}, NHS Number ${formatNhsNumber(nhsNumber)}`)
  return null
}

const People = ({ people, isMore }: { people: readonly AuditPerson[]; isMore: boolean }) =>
  people.length === 0 ? (
    <p>Nobody opened, changed or listed this patient in these days.</p>
  ) : (
    <>
      {isMore && (
        <p>
          These sentences cover the latest {formatCount(mostEventsShown)} events alone. Choose fewer days, or
          save the list, to see all.
        </p>
      )}
      <ul>
        {people.map((person) => (
          <li key={`${person.who} ${person.role ?? ''}`}>{personInWords(person)}</li>
        ))}
      </ul>
    </>
  )

interface ListedProps {
  question: AuditQuestion
  input: Days & { userId?: number; clientId?: number }
  read: () => Promise<Answer>
  save: (sheet: SheetAsked) => Promise<void>
}

const Listed = ({ question, input, read, save }: ListedProps) => {
  // Asking the same question again uses a new key, so that pressing Ask really asks.
  const [askedAt] = useState(() => Date.now())
  const { data, error, refetch } = useQuery(
    queryOptions({ queryKey: ['audit', question, input, askedAt], queryFn: read, ...once }),
  )
  if (error !== null) return <FailedState error={error} reset={() => void refetch()} />
  if (data === undefined) return <LoadingState what="answer" />
  return <Grid question={question} days={daysIn(input)} answer={data} save={save} />
}

const words = (text: string | null) => <span className="sf-grid__words">{text ?? ''}</span>

const looks: Record<
  keyof typeof auditColumns,
  Pick<GridColumn<AuditRow>, 'width' | 'grows' | 'isName' | 'show' | 'orders'>
> = {
  at: {
    width: 150,
    show: ({ at }) => <span className="sf-nowrap">{formatDateTime(at)}</span>,
    orders: ['oldest first', 'newest first'],
  },
  who: { width: 180, isName: true, show: ({ who }) => words(who) },
  role: { width: 140, show: ({ role }) => words(role) },
  patient: {
    width: 190,
    isName: true,
    show: ({ patient, patientId }) =>
      patientId === null ? (
        words(patient)
      ) : (
        <Link to="/falls/patient/view" search={{ id: patientId }}>
          {patient}
        </Link>
      ),
  },
  nhsNumber: {
    width: 126,
    show: ({ nhsNumber }) => (
      <span className="sf-nowrap">{nhsNumber === null ? '' : formatNhsNumber(nhsNumber)}</span>
    ),
    orders: ['lowest first', 'highest first'],
  },
  what: { width: 330, grows: true, show: ({ what }) => words(what) },
  times: { width: 90, orders: ['fewest first', 'most first'] },
  address: { width: 150, show: ({ address }) => words(address) },
}

const columnsOf = (question: AuditQuestion): GridColumn<AuditRow>[] =>
  columnsOfQuestion[question].map((column) => ({
    ...column,
    ...looks[column.id as keyof typeof auditColumns],
  }))

const Grid = ({
  question,
  days,
  answer: { rows, isMore },
  save,
}: Pick<ListedProps, 'question' | 'save'> & { answer: Answer; days: Days }) => (
  <>
    {isMore && (
      <p role="status">
        The first {formatCount(mostEventsShown)} are shown. Choose fewer days, or save the list, to see all.
      </p>
    )}
    <DataGrid
      name={`audit ${question}`}
      caption="Events of the audit trail"
      columns={columnsOf(question)}
      rows={rows}
      idOf={({ id }) => id}
      noun={rows.length === 1 ? 'event' : 'events'}
      naturalOrder={question === 'unusual' ? 'By reason, newest first' : 'Newest first'}
      empty="Nothing of the kind happened in these days."
      filterHint="Name, role or what was done"
      save={save}
      actionWidth={110}
      action={({ userId, who, patientId, patient }) =>
        question === 'user'
          ? patientId !== null && (
              <Link
                className="sf-button"
                to="/falls/audit"
                search={{ question: 'patient', patientId, ...days }}
                aria-label={`Patient: who opened ${patient ?? 'the record'}`}
              >
                Patient
              </Link>
            )
          : userId !== null && (
              <Link
                className="sf-button"
                to="/falls/audit"
                search={{ question: 'user', userId, ...days }}
                aria-label={`User: what ${who} did`}
              >
                User
              </Link>
            )
      }
    />
  </>
)
