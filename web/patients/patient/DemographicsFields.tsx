import type { PatientView } from '../../../contract/patients/patient.ts'
import type { ReactNode } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { FieldsWithin, type WithinProps } from '../../platform/ui/DescribedFields.tsx'
import { labels } from '../../../contract/platform/words/labels.ts'
import { ConfirmField } from '../../platform/ui/ConfirmField.tsx'
import { NhsNumberFields } from './NhsNumberFields.tsx'

interface DemographicsFieldsProps<In extends FieldValues, Out> extends WithinProps<In, Out> {
  /** The stored choices, even if they are no longer offered. */
  stored?: PatientView
  /** Shown below the NHS number. */
  belowNumber?: ReactNode
}

/** The details of a person, new or not. */
export const DemographicsFields = <In extends FieldValues, Out>({
  form,
  within = '',
  stored,
  belowNumber = null,
}: DemographicsFieldsProps<In, Out>) => {
  const at = (name: string) => `${within}${name}` as FieldPath<In>
  return (
    <FieldsWithin
      form={form}
      within={within}
      labels={labels.patient}
      record={stored}
      fields={[
        { text: 'familyName', width: 20, autoFocus: true },
        { text: 'firstName', isOptional: true, width: 20 },
        { lookup: 'namePrefix', of: 'namePrefix', isOptional: true },
        { lookup: 'genderId', of: 'gender' },
        { day: 'dateOfBirth', isOptional: true, hint: 'For example, 14 7 1945' },
        { part: () => <ConfirmField form={form} name={at('unusualConfirmed')} /> },
        {
          part: () => (
            <NhsNumberFields form={form} number={at('nhsNumber')} unknown={at('nhsNumberUnknown')} />
          ),
        },
        { part: () => belowNumber },
        { lookup: 'ethnicity', of: 'ethnicity', isOptional: true },
      ]}
    />
  )
}
