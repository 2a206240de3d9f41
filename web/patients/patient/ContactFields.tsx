import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { labels } from '../../../contract/platform/words/labels.ts'
import { TextField } from '../../platform/ui/fields.tsx'

const telephone = { type: 'tel', width: 20, autoComplete: 'off' } as const

interface ContactFieldsProps<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>
  /** Path of the fields in the form, such as 'patient.'. */
  within?: string
  autoFocus?: boolean
}

/** How to reach a patient. */
export const ContactFields = <In extends FieldValues, Out>({
  form,
  within = '',
  autoFocus = false,
}: ContactFieldsProps<In, Out>) => {
  const at = (name: string) => `${within}${name}` as FieldPath<In>
  return (
    <>
      <TextField
        form={form}
        {...telephone}
        name={at('phoneHome')}
        label={labels.patient.phoneHome}
        autoFocus={autoFocus}
      />
      <TextField form={form} {...telephone} name={at('phoneWork')} label={labels.patient.phoneWork} />
      <TextField form={form} {...telephone} name={at('phoneMobile')} label={labels.patient.phoneMobile} />
      <TextField
        form={form}
        name={at('email')}
        label={labels.patient.email}
        type="email"
        autoComplete="off"
      />
    </>
  )
}
