import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { optional } from '../../../contract/platform/words/labels.ts'
import {
  equipmentEnds,
  equipmentProgressLabels as labels,
} from '../../../contract/pathways/records/equipmentProgress.ts'
import type { EquipmentProgress } from '../../../contract/pathways/records/equipmentProgress.ts'
import { DateField } from '../../platform/ui/DateField.tsx'
import { SelectField } from '../../platform/ui/SelectField.tsx'

/** What a form begins with. */
export const equipmentProgressValues = (record: EquipmentProgress | null) => ({
  askedDate: record?.askedDate ?? '',
  orderedDate: record?.orderedDate ?? '',
  fittedDate: record?.fittedDate ?? '',
  reviewedDate: record?.reviewedDate ?? '',
  dueBackDate: record?.dueBackDate ?? '',
  ended: record?.ended ?? ('' as const),
  endedDate: record?.endedDate ?? '',
})

/** Of a form that has these fields among its own. */
type WithProgress = FieldValues & Partial<Record<keyof EquipmentProgress, unknown>>

interface Props<In extends WithProgress, Out> {
  form: UseFormReturn<In, unknown, Out>
  /** What has only been asked for has not ended. */
  isNew: boolean
}

const ends = equipmentEnds.map(({ code, title }) => ({ id: code, name: title }))

/** Asked for, ordered, fitted, due back, ended: each may be left out. */
export const EquipmentProgressFields = <In extends WithProgress, Out>({ form, isNew }: Props<In, Out>) => {
  const field = (name: keyof EquipmentProgress) => ({
    form,
    name: name as FieldPath<In>,
    label: optional(labels[name]),
  })
  return (
    <>
      <DateField {...field('askedDate')} />
      <DateField {...field('orderedDate')} />
      <DateField {...field('fittedDate')} />
      <DateField
        {...field('dueBackDate')}
        hint="The day a loan ends. Leave it empty for what stays, such as a rail"
      />
      {!isNew && (
        <>
          <DateField {...field('reviewedDate')} hint="Whether it is used, safe and still needed" />
          <SelectField {...field('ended')} options={ends} optional="It has not ended" />
          <DateField {...field('endedDate')} />
        </>
      )}
    </>
  )
}
