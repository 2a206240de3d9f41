import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { labels } from '../../../contract/platform/words/labels.ts'
import { AddressLookup } from '../../reference/addressLookup/AddressLookup.tsx'
import { TextField } from '../../platform/ui/fields.tsx'

interface AddressFieldsProps<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>
  /** Path of the fields in the form, such as 'patient.'. */
  within?: string
  autoFocus?: boolean
}

/** The lines of an address, and a search that fills them in if it is set up. */
export const AddressFields = <In extends FieldValues, Out>({
  form,
  within = '',
  autoFocus = false,
}: AddressFieldsProps<In, Out>) => {
  const at = (name: string) => `${within}${name}` as FieldPath<In>
  return (
    <>
      <AddressLookup form={form} within={within} />
      <TextField
        form={form}
        name={at('addressLine1')}
        label={labels.patient.addressLine1}
        autoFocus={autoFocus}
        autoComplete="off"
      />
      <TextField
        form={form}
        name={at('addressLine2')}
        label={labels.patient.addressLine2}
        autoComplete="off"
      />
      <TextField
        form={form}
        name={at('addressLine3')}
        label={labels.patient.addressLine3}
        autoComplete="off"
      />
      <TextField form={form} name={at('town')} label={labels.patient.town} width={20} autoComplete="off" />
      <TextField
        form={form}
        name={at('county')}
        label={labels.patient.county}
        width={20}
        autoComplete="off"
      />
      <TextField
        form={form}
        name={at('postcode')}
        label={labels.patient.postcode}
        width={10}
        autoComplete="off"
      />
    </>
  )
}
