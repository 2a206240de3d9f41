import { useQuery } from '@tanstack/react-query'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { notRecorded } from '../../../contract/platform/words/format.ts'
import { labels, optional } from '../../../contract/platform/words/labels.ts'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { DateField } from '../../platform/ui/DateField.tsx'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import { ConfirmField } from '../../platform/ui/ConfirmField.tsx'
import { NhsNumberFields } from './NhsNumberFields.tsx'

interface Stored {
  id: number | null
  name: string | null
}

interface DemographicsFieldsProps<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>
  /** Path of the fields in the form, such as 'patient.'. */
  within?: string
  /** The stored choices, even if they are no longer offered. */
  stored?: Record<'namePrefix' | 'genderId' | 'ethnicity', Stored>
}

/** The details of a person, new or not. */
export const DemographicsFields = <In extends FieldValues, Out>({
  form,
  within = '',
  stored,
}: DemographicsFieldsProps<In, Out>) => {
  const { data: genders } = useQuery(lookupQuery('gender'))
  const { data: prefixes } = useQuery(lookupQuery('namePrefix'))
  const { data: ethnicities } = useQuery(lookupQuery('ethnicity'))
  const at = (name: string) => `${within}${name}` as FieldPath<In>
  return (
    <>
      <TextField
        form={form}
        name={at('familyName')}
        label={labels.patient.familyName}
        width={20}
        autoFocus
        autoComplete="off"
      />
      <TextField
        form={form}
        name={at('firstName')}
        label={optional(labels.patient.firstName)}
        width={20}
        autoComplete="off"
      />
      <SelectField
        form={form}
        name={at('namePrefix')}
        label={optional(labels.patient.namePrefix)}
        options={prefixes}
        optional
        current={stored?.namePrefix}
      />
      <SelectField
        form={form}
        name={at('genderId')}
        label={labels.patient.genderId}
        options={genders}
        current={stored?.genderId}
      />
      <DateField
        form={form}
        name={at('dateOfBirth')}
        label={optional(labels.patient.dateOfBirth)}
        hint="For example, 14 7 1945"
      />
      <ConfirmField form={form} name={at('unusualConfirmed')} />
      <NhsNumberFields form={form} number={at('nhsNumber')} unknown={at('nhsNumberUnknown')} />
      <SelectField
        form={form}
        name={at('ethnicity')}
        label={optional(labels.patient.ethnicity)}
        options={ethnicities}
        optional={notRecorded}
        current={stored?.ethnicity}
      />
    </>
  )
}
