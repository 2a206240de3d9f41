import { useParams } from '@tanstack/react-router'
import { addMonths, today } from '../../contract/dates.ts'
import {
  endFlag,
  endForm,
  endUnansweredForm,
  reviewFlag,
  reviewForm,
  type Flag,
} from '../../contract/flags/flag.ts'
import { flagKindOf, flagLabelsOf } from '../../contract/flags/flagKinds.ts'
import { redFlagActions } from '../../contract/flags/redFlag.ts'
import { formatDate } from '../../contract/format.ts'
import { labels } from '../../contract/labels.ts'
import { call } from '../api.ts'
import { DateField } from '../ui/DateField.tsx'
import { SelectField } from '../ui/fields.tsx'
import { TextAreaField } from '../ui/TextAreaField.tsx'
import { useZodForm } from '../ui/useZodForm.ts'
import { flagInWords } from './flagInWords.ts'
import { openFlags } from './openFlags.ts'
import { SafetyForm } from './SafetyForm.tsx'
import { StoredRow } from './WithSafetyNets.tsx'

/** Says that a flag still stands, and when to look again. */
export const ReviewFlag = () => {
  const { flagId } = useParams({ from: '/falls/patient/flag-review/$flagId' })
  return (
    <StoredRow id={flagId} rowsOf={openFlags}>
      {(flag) => <Review key={flag.id} flag={flag} />}
    </StoredRow>
  )
}

/** Ends a flag with a word why. */
export const EndFlag = () => {
  const { flagId } = useParams({ from: '/falls/patient/flag-end/$flagId' })
  return (
    <StoredRow id={flagId} rowsOf={openFlags}>
      {(flag) =>
        isUnanswered(flag) ? <EndUnanswered key={flag.id} flag={flag} /> : <End key={flag.id} flag={flag} />
      }
    </StoredRow>
  )
}

const usualReviewMonths = 6

const Review = ({ flag }: { flag: Flag }) => {
  const isRed = flag.kind === 'redFlag'
  const form = useZodForm(reviewForm, {
    reviewDate: isRed ? today() : addMonths(today(), usualReviewMonths),
  })
  return (
    <SafetyForm
      title={`Review flag: ${flagKindOf(flag.kind).title}`}
      submit="It still stands"
      said="Flag reviewed"
      kind="flag"
      row={flag}
      form={form}
      note={
        <p>
          {flagInWords(flag)}. {isRed ? 'To be dealt with by' : 'The review day was'}{' '}
          {formatDate(flag.reviewDate)}.
        </p>
      }
      save={(values, which) => call(reviewFlag, { ...which, ...values })}
    >
      <DateField
        form={form}
        name="reviewDate"
        label={flagLabelsOf(flag.kind).reviewDate}
        hint="Today or a later day"
      />
    </SafetyForm>
  )
}

const isUnanswered = ({ kind, action }: Flag): boolean => kind === 'redFlag' && action === null

const leavesBanner = 'It leaves the banner and stays listed among the ended flags.'

/** Of a red flag about which nobody has said what was done. */
const EndUnanswered = ({ flag }: { flag: Flag }) => {
  const form = useZodForm(endUnansweredForm, { endedNote: '', action: '' as never })
  return (
    <SafetyForm
      title={`End flag: ${flagKindOf(flag.kind).title}`}
      submit="End the flag"
      said="Flag ended"
      kind="flag"
      row={flag}
      form={form}
      note={
        <p>
          {flagInWords(flag)}. Nobody has said what was done, so say it first. {leavesBanner}
        </p>
      }
      save={(values, which) => call(endFlag, { ...which, ...values })}
    >
      <SelectField
        form={form}
        name="action"
        label={labels.flag.action}
        options={redFlagActions.map(({ code, title }) => ({ id: code, name: title }))}
      />
      <TextAreaField form={form} name="endedNote" label={labels.flag.endedNote} rows={3} />
    </SafetyForm>
  )
}

const End = ({ flag }: { flag: Flag }) => {
  const form = useZodForm(endForm, { endedNote: '' })
  return (
    <SafetyForm
      title={`End flag: ${flagKindOf(flag.kind).title}`}
      submit="End the flag"
      said="Flag ended"
      kind="flag"
      row={flag}
      form={form}
      note={
        <p>
          {flagInWords(flag)}. {leavesBanner}
        </p>
      }
      save={(values, which) => call(endFlag, { ...which, ...values })}
    >
      <TextAreaField form={form} name="endedNote" label={labels.flag.endedNote} rows={3} />
    </SafetyForm>
  )
}
