import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import {
  calendarCountForm,
  countFallsOfMonth,
  reasonForCorrection,
  type CalendarQuestion,
} from '../../../contract/care/fallsCalendar/calendar.ts'
import { isOpenReply } from '../../../contract/care/fallsCalendar/placing.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { RecordNotFound } from '../../pathways/records/RecordNotFound.tsx'
import { call } from '../../platform/calls/api.ts'
import { forgetAfterSave } from '../../platform/calls/queries.ts'
import { CancelLink } from '../../platform/ui/CancelLink.tsx'
import { Fields } from '../../platform/ui/DescribedFields.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { countInWords } from './calendarInWords.ts'
import { fallsCalendarQuery } from './calendarQuery.ts'

/** Enters how often somebody fell in a month, as they said by telephone, or corrects it. */
export const FallsMonthScreen = () => {
  const { questionId } = useParams({ from: '/falls/pathway/falls-month/$questionId' })
  const { pathway } = usePathway()
  const { data, error, refetch } = useQuery(fallsCalendarQuery(pathway.id))
  if (data === undefined) return <LoadingOrFailed what="falls calendar" error={error} refetch={refetch} />
  const question = data.questions.find(({ id }) => String(id) === questionId)
  return question === undefined ? <RecordNotFound /> : <MonthForm question={question} />
}

const MonthForm = ({ question }: { question: CalendarQuestion }) => {
  const { pathway, patient } = usePathway()
  const navigate = useNavigate()
  const { id, version, falls, periodFrom, periodTo, replies } = question
  const waiting = replies.filter(({ outcome }) => isOpenReply(outcome))
  const form = useZodForm(calendarCountForm, {
    falls: String(falls ?? waiting[0]?.falls ?? ''),
    reason: '',
  })
  const search = { id: pathway.id, patientId: patient.id, section: 'fallsCalendar' }
  return (
    <>
      <PageTitle>Falls of a month</PageTitle>
      <p>
        From {formatDate(periodFrom)} to {formatDate(periodTo)}, both days counted. {countInWords(question)}.
      </p>
      {waiting.map((reply) => (
        <p className="sf-text" key={reply.id}>
          “{reply.words}”
        </p>
      ))}
      <FormFrame
        form={form}
        guarded
        className="sf-form"
        submit="Save"
        onSave={async (values) => {
          await call(countFallsOfMonth, { id, version, ...values })
          await forgetAfterSave()
          toast('Falls of the month saved')
          await navigate({ to: '/falls/pathway/view', search, replace: true })
        }}
        actions={<CancelLink to="/falls/pathway/view" search={search} />}
      >
        <Fields
          form={form}
          labels={labels.fallsCalendarQuestion}
          fields={[
            { text: 'falls', hint: 'Also if there were none: 0', width: 4, isNumber: true },
            ...(falls === null
              ? []
              : [{ text: 'reason' as const, hint: `${reasonForCorrection}, such as what the person said` }]),
          ]}
        />
      </FormFrame>
    </>
  )
}
