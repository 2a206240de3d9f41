import type { FieldValues } from 'react-hook-form'
import type { Pathway } from '../../../contract/pathways/referral/pathway.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import { FieldsWithin, type WithinProps } from '../../platform/ui/DescribedFields.tsx'

/** Most referrals have none. */
export const ubrnField = {
  text: 'ubrn',
  isOptional: true,
  hint: '12 digits, if the referral came through the NHS e-Referral Service',
  width: 20,
  inputMode: 'numeric',
} as const

interface ReferralFieldsProps<In extends FieldValues, Out> extends WithinProps<In, Out> {
  /** Has the stored choices, which may no longer be offered. */
  stored?: Pathway | null
}

export const ReferralFields = <In extends FieldValues, Out>({
  stored,
  ...rest
}: ReferralFieldsProps<In, Out>) => (
  <FieldsWithin
    {...rest}
    labels={labels.pathway}
    record={stored}
    fields={[
      { day: 'referralDate' },
      {
        day: 'receivedDate',
        isOptional: true,
        hint: 'The day on which the service received the referral. Waiting counts from it.',
      },
      { lookup: 'referrerId', of: 'referrer' },
      { lookup: 'referralMethodId', of: 'method' },
      ubrnField,
    ]}
  />
)
