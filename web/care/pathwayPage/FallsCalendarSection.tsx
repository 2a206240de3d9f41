import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  settleCalendarReply,
  type CalendarQuestion,
  type CalendarReply,
  type FallsCalendar,
} from '../../../contract/care/fallsCalendar/calendar.ts'
import { isOpenReply, replyOutcomes } from '../../../contract/care/fallsCalendar/placing.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { formatDate, formatDateTime } from '../../../contract/platform/words/format.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { call } from '../../platform/calls/api.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { useMay } from '../../platform/session/session.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { StackedTable } from '../../platform/ui/StackedTable.tsx'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { Pairs, Section } from './Section.tsx'
import { countInWords, rateInWords, stateInWords, triesInWords } from '../fallsCalendar/calendarInWords.ts'
import { fallsCalendarQuery } from '../fallsCalendar/calendarQuery.ts'

/** Months of the falls calendar with their replies. Hidden from people outside the service. */
export const FallsCalendarSection = () => (useMay('patient.read') ? <Calendar /> : null)

const Calendar = () => {
  const { pathway, patient } = usePathway()
  const mayAsk = useMay('patient.write')
  const { data, error, refetch } = useQuery(fallsCalendarQuery(pathway.id))
  const isEmpty = data !== undefined && data.questions.length + data.otherReplies.length === 0
  const isShort = isEmpty && data.state === 'notAsked'
  return (
    <Section
      id="fallsCalendar"
      title="Falls calendar"
      line={isShort ? stateInWords(data) : undefined}
      action={
        mayAsk &&
        data !== undefined &&
        data.state !== 'closed' && (
          <Link
            className="sf-button"
            to="/falls/patient/falls-calendar/$fallsCalendarConsentId"
            params={{ fallsCalendarConsentId: '0' }}
            search={{ id: patient.id }}
            aria-label="Start or stop the falls calendar"
          >
            {data.consent === null ? 'Start' : 'Change or stop'}
          </Link>
        )
      }
    >
      {data === undefined && <LoadingOrFailed what="falls calendar" error={error} refetch={refetch} />}
      {data !== undefined && !isShort && <Shown calendar={data} />}
    </Section>
  )
}

const Shown = ({ calendar }: { calendar: FallsCalendar }) => {
  const { questions, otherReplies, rates } = calendar
  const mayCount = useMay('clinical.write')
  const isKnown = rates.before !== null || rates.after !== null
  return (
    <>
      <p>{stateInWords(calendar)}</p>
      {isKnown && (
        <Pairs
          rows={[
            ['Falls before care', rateInWords(rates.before)],
            ['During care, as recorded', rateInWords(rates.during)],
            ['Since care ended, months answered', rateInWords(rates.after)],
          ]}
        />
      )}
      {questions.length > 0 && (
        <StackedTable
          caption="Months of the falls calendar"
          rows={questions}
          keyOf={({ id }) => id}
          columns={[
            {
              title: 'Month',
              cell: ({ periodFrom, periodTo }) => `${formatDate(periodFrom)} to ${formatDate(periodTo)}`,
            },
            { title: 'Asked', cell: triesInWords },
            { title: 'Falls', cell: ({ falls }) => <strong>{falls ?? '–'}</strong> },
            { title: 'Answer', cell: (question) => <Answer question={question} /> },
          ]}
          action={mayCount ? (question) => <EnterLink question={question} /> : undefined}
        />
      )}
      {otherReplies.length > 0 && (
        <>
          <h3 className="nhsuk-heading-xs">Replies to no question</h3>
          {otherReplies.map((reply) => (
            <Reply key={reply.id} reply={reply} isAnswer={false} />
          ))}
        </>
      )}
    </>
  )
}

const Answer = ({ question }: { question: CalendarQuestion }) => (
  <div className="sf-wide">
    {countInWords(question)}
    {question.correctionReason !== null && (
      <div className="sf-text">Changed: {question.correctionReason}</div>
    )}
    {question.replies.map((reply) => (
      <Reply key={reply.id} reply={reply} isAnswer />
    ))}
  </div>
)

const EnterLink = ({ question: { id, falls, periodFrom } }: { question: CalendarQuestion }) => {
  const { pathway, patient } = usePathway()
  const what = falls === null ? 'Enter' : 'Correct'
  return (
    <Link
      className="sf-button"
      to="/falls/pathway/falls-month/$questionId"
      params={{ questionId: String(id) }}
      search={{ id: pathway.id, patientId: patient.id }}
      aria-label={`${what} the falls of the month from ${formatDate(periodFrom)}`}
    >
      {what}
    </Link>
  )
}

type As = InputOf<typeof settleCalendarReply>['as']

/** @param isAnswer whether it belongs to a month, so that its number can count */
const Reply = ({ reply, isAnswer }: { reply: CalendarReply; isAnswer: boolean }) => {
  const { id, version, words, receivedAt, falls, isUrgent, outcome, settledBy } = reply
  const may = useMay('clinical.write')
  const { problem, attempt } = useAttempt()
  const settle = async (as: As, said: string): Promise<void> => {
    await attempt(() => call(settleCalendarReply, { id, version, as }), said)
    await forgetAfterSave()
  }
  const isOpen = isOpenReply(outcome)
  return (
    <div className="sf-reply">
      {words !== '' && <div className="sf-text">“{words}”</div>}
      <div className="sf-quiet">
        {isUrgent && isOpen && <strong>May tell of an injury. </strong>}
        {replyOutcomes[outcome]}, received {formatDateTime(receivedAt)}
        {settledBy !== null && `, by ${settledBy}`}
      </div>
      {problem}
      {may && isOpen && (
        <span className="sf-actions">
          {isAnswer && falls !== null && (
            <WorkButton label={`Count ${falls}: “${words}”`} work={() => settle('counted', 'Counted')}>
              Count {falls}
            </WorkButton>
          )}
          <WorkButton label={`Read, nothing to count: “${words}”`} work={() => settle('read', 'Reply read')}>
            Read
          </WorkButton>
          <WorkButton
            label={`Not from this person: “${words}”`}
            work={() => settle('notTheirs', 'Reply removed from this person')}
          >
            Not theirs
          </WorkButton>
          <RecordFall />
        </span>
      )}
    </div>
  )
}

const RecordFall = () => {
  const { pathway, patient } = usePathway()
  return (
    <Link
      className="sf-button"
      to="/falls/pathway/fall/$fallId"
      params={{ fallId: '0' }}
      search={{ id: pathway.id, patientId: patient.id }}
    >
      Record this fall
    </Link>
  )
}
