import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { addMonths, today } from '../../../contract/platform/dates/dates.ts'
import {
  endFlag,
  endForm,
  endUnansweredForm,
  reviewFlag,
  reviewForm,
  type Flag,
} from '../../../contract/patients/flags/flag.ts'
import { flagKindOf, flagLabelsOf } from '../../../contract/patients/flags/flagKinds.ts'
import { redFlagActions } from '../../../contract/patients/flags/redFlag.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { call } from '../../platform/calls/api.ts'
import { DateField } from '../../platform/ui/DateField.tsx'
import { Fields, useFieldsForm, type FieldList } from '../../platform/ui/DescribedFields.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { flagInWords } from './flagInWords.ts'
import { openFlags } from './openFlags.ts'
import { SafetyForm } from './SafetyForm.tsx'
import { StoredRow } from './WithSafetyNets.tsx'

/** Confirms that a flag still applies, and sets the next review date. */
export const ReviewFlag = () => {
  const { flagId } = useParams({ from: '/falls/patient/flag-review/$flagId' })
  return (
    <StoredRow id={flagId} rowsOf={openFlags}>
      {(flag) => <Review key={flag.id} flag={flag} />}
    </StoredRow>
  )
}

/** Ends a flag with a note that says why. */
export const EndFlag = () => {
  const { flagId } = useParams({ from: '/falls/patient/flag-end/$flagId' })
  return (
    <StoredRow id={flagId} rowsOf={openFlags}>
      {(flag) =>
        isUnanswered(flag) ? (
          <EndUnanswered key={flag.id} flag={flag} />
        ) : (
          <EndForm key={flag.id} flag={flag} schema={endForm} says={leavesBanner} fields={[note]} />
        )
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
        <FlagSaid flag={flag}>
          {isRed ? 'To be dealt with by' : 'Review due on'} {formatDate(flag.reviewDate)}.
        </FlagSaid>
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

/** The flag in the words in which it was raised, so that nobody confirms or ends it unseen. */
const FlagSaid = ({ flag, children }: { flag: Flag; children: ReactNode }) => (
  <>
    <p className="sf-text">
      {flagInWords(flag)}
      {flag.detail !== null && `: ${flag.detail}`}
    </p>
    <p>{children}</p>
  </>
)

const isUnanswered = ({ kind, action }: Flag): boolean => kind === 'redFlag' && action === null

const leavesBanner = 'It is removed from the banner and stays listed among the ended flags.'

const note = { lines: 'endedNote', rows: 3 } as const

/** For a red flag about which nobody has said what was done. */
const EndUnanswered = ({ flag }: { flag: Flag }) => (
  <EndForm
    flag={flag}
    schema={endUnansweredForm}
    says={`Nobody has said what was done, so say it first. ${leavesBanner}`}
    fields={[{ select: 'action', options: redFlagActions }, note]}
  />
)

interface EndFormProps<In extends FieldValues, Out extends FieldValues> {
  flag: Flag
  schema: z.ZodType<Out, In>
  says: string
  fields: FieldList<FieldPath<In>>
}

const EndForm = <In extends FieldValues, Out extends z.output<typeof endForm>>({
  flag,
  schema,
  says,
  fields,
}: EndFormProps<In, Out>) => {
  const form = useFieldsForm(schema, fields, null)
  return (
    <SafetyForm
      title={`End flag: ${flagKindOf(flag.kind).title}`}
      submit="End the flag"
      said="Flag ended"
      kind="flag"
      row={flag}
      form={form}
      note={<FlagSaid flag={flag}>{says}</FlagSaid>}
      save={(values, which) => call(endFlag, { ...which, ...values })}
    >
      <Fields form={form} fields={fields} labels={labels.flag} />
    </SafetyForm>
  )
}
