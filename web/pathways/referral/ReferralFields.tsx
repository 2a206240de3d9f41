import { useQuery } from '@tanstack/react-query'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { labels, optional } from '../../../contract/platform/words/labels.ts'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { DateField } from '../../platform/ui/DateField.tsx'
import { SelectField } from '../../platform/ui/SelectField.tsx'

interface ReferralFieldsProps<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>
  /** The path of these fields in the form, such as 'referral.'. */
  within?: string
  /** The stored values, which may no longer be among the choices. */
  stored?: Record<'referrer' | 'method', { id: number | null; name: string | null }>
}

export const ReferralFields = <In extends FieldValues, Out>({
  form,
  within = '',
  stored,
}: ReferralFieldsProps<In, Out>) => {
  const { data: referrers } = useQuery(lookupQuery('referrer'))
  const { data: methods } = useQuery(lookupQuery('method'))
  const at = (name: string) => `${within}${name}` as FieldPath<In>
  return (
    <>
      <DateField form={form} name={at('referralDate')} label={labels.pathway.referralDate} />
      <DateField
        form={form}
        name={at('receivedDate')}
        label={optional(labels.pathway.receivedDate)}
        hint="The day on which the service received the referral. Waiting counts from it."
      />
      <SelectField
        form={form}
        name={at('referrerId')}
        label={labels.pathway.referrerId}
        options={referrers}
        current={stored?.referrer}
      />
      <SelectField
        form={form}
        name={at('referralMethodId')}
        label={labels.pathway.referralMethodId}
        options={methods}
        current={stored?.method}
      />
    </>
  )
}
