import { useQuery } from '@tanstack/react-query'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { labels, optional } from '../../../contract/platform/words/labels.ts'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'

interface NextOfKinFieldsProps<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>
  /** Path of the fields in the form, such as 'nextOfKin.'. */
  within?: string
  autoFocus?: boolean
  /** The stored title, even if it is no longer among the choices. */
  storedPrefix?: { id: number | null; name: string | null }
}

export const NextOfKinFields = <In extends FieldValues, Out>({
  form,
  within = '',
  autoFocus = false,
  storedPrefix,
}: NextOfKinFieldsProps<In, Out>) => {
  const { data: prefixes } = useQuery(lookupQuery('namePrefix'))
  const at = (name: string) => `${within}${name}` as FieldPath<In>
  return (
    <>
      <TextField
        form={form}
        name={at('familyName')}
        label={labels.nextOfKin.familyName}
        width={20}
        autoFocus={autoFocus}
        autoComplete="off"
      />
      <TextField
        form={form}
        name={at('firstName')}
        label={optional(labels.nextOfKin.firstName)}
        width={20}
        autoComplete="off"
      />
      <SelectField
        form={form}
        name={at('namePrefix')}
        label={optional(labels.nextOfKin.namePrefix)}
        options={prefixes}
        optional
        current={storedPrefix}
      />
      <TextField
        form={form}
        name={at('relationship')}
        label={optional(labels.nextOfKin.relationship)}
        width={20}
        autoComplete="off"
      />
      <TextField
        form={form}
        name={at('phoneNumber')}
        label={optional(labels.nextOfKin.phoneNumber)}
        type="tel"
        width={20}
        autoComplete="off"
      />
    </>
  )
}
