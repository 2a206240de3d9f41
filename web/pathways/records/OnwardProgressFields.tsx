import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { optional } from '../../../contract/platform/words/labels.ts'
import {
  onwardAnswers,
  onwardOutcomes,
  onwardProgressLabels as labels,
  type OnwardProgress,
} from '../../../contract/pathways/records/onwardProgress.ts'
import { DateField } from '../../platform/ui/DateField.tsx'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { TextAreaField } from '../../platform/ui/TextAreaField.tsx'

/** What a form begins with. */
export const onwardProgressValues = (record: OnwardProgress | null) => ({
  receivedDate: record?.receivedDate ?? '',
  answer: record?.answer ?? ('' as const),
  chaseDate: record?.chaseDate ?? '',
  outcome: record?.outcome ?? ('' as const),
  outcomeDate: record?.outcomeDate ?? '',
  outcomeNote: record?.outcomeNote ?? '',
})

/** Of a form that has these fields among its own. */
type WithProgress = FieldValues & Partial<Record<keyof OnwardProgress, unknown>>

interface Props<In extends WithProgress, Out> {
  form: UseFormReturn<In, unknown, Out>
}

const asOptions = (choices: readonly { code: string; title: string }[]) =>
  choices.map(({ code, title }) => ({ id: code, name: title }))

/** Acknowledged, answered, asked again, outcome: each may be left out. */
export const OnwardProgressFields = <In extends WithProgress, Out>({ form }: Props<In, Out>) => {
  const field = (name: keyof OnwardProgress) => ({
    form,
    name: name as FieldPath<In>,
    label: optional(labels[name]),
  })
  return (
    <>
      <DateField {...field('receivedDate')} />
      <SelectField {...field('answer')} options={asOptions(onwardAnswers)} optional="No answer yet" />
      <DateField {...field('chaseDate')} hint="Until this day it is on no list. At most half a year ahead" />
      <SelectField {...field('outcome')} options={asOptions(onwardOutcomes)} optional="No outcome yet" />
      <DateField {...field('outcomeDate')} />
      <TextAreaField {...field('outcomeNote')} hint="If they refused, say what happens instead" rows={3} />
    </>
  )
}
