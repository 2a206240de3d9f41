import { useQuery } from '@tanstack/react-query'
import { Fragment, type ComponentProps, type ReactNode } from 'react'
import {
  useWatch,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form'
import type { z } from 'zod'
import { optional } from '../../../contract/platform/words/labels.ts'
import type { ChoiceName } from '../../../contract/reference/lookups.ts'
import { lookupQuery } from '../calls/lookupQuery.ts'
import { CheckboxField } from './CheckboxField.tsx'
import { ChoiceField } from './ChoiceField.tsx'
import { DateField } from './DateField.tsx'
import { TextField } from './fields.tsx'
import { SelectField, type Option } from './SelectField.tsx'
import { TextAreaField } from './TextAreaField.tsx'
import { useZodForm } from './useZodForm.ts'
import { answerText, YesNoField } from './YesNoField.tsx'

interface Code {
  code: string
  title: string
}

/** Anything between the fields that is not a field. */
interface Part {
  part: (form: UseFormReturn) => ReactNode
}

/** The fields of a form in their order; false keeps the place of one that is not shown. */
export type FieldList<Name extends string> = readonly (Field<Name> | Part | false)[]

type TextLook = Pick<
  ComponentProps<typeof TextField>,
  'width' | 'type' | 'inputMode' | 'autoFocus' | 'readOnly' | 'suffix'
>
/** @param unset the text of the empty option, if choosing nothing is an answer */
interface SelectLook {
  unset?: string
  offersKnown?: false
}

/** One field of a form, by its name in the contract. */
export type Field<Name extends string> = {
  hint?: string | undefined
  isOptional?: boolean
  /** Replaces the contract's label. */
  label?: string
  /** Shown only while another field has such a value. */
  when?: readonly [Name, (value: string) => boolean]
} & (
  | { day: Name }
  | ({ text: Name; isNumber?: true } & TextLook)
  | { lines: Name; rows?: number }
  /** A row of a list that administrators keep. */
  | ({ lookup: Name; of: ChoiceName } & SelectLook)
  | { choice: Name; options: readonly Code[]; isInline?: true }
  | ({ select: Name; options: readonly (Code | Option)[] | undefined } & SelectLook)
  /** Yes, no and not answered. */
  | { yesNo: Name }
  | { tick: Name }
)

const nameOf = <Name extends string>(field: Field<Name>): Name => {
  if ('day' in field) return field.day
  if ('text' in field) return field.text
  if ('lines' in field) return field.lines
  if ('lookup' in field) return field.lookup
  if ('choice' in field) return field.choice
  if ('select' in field) return field.select
  return 'yesNo' in field ? field.yesNo : field.tick
}

const asOptions = (choices: readonly (Code | Option)[]): Option[] =>
  choices.map((choice) => ('title' in choice ? { id: choice.code, name: choice.title } : choice))

const stored = (record: object | null | undefined, name: string): unknown =>
  (record as Readonly<Record<string, unknown>> | null | undefined)?.[name]

/** What the fields of a form begin with; '' in a field says that nothing is chosen. */
const valueOf = (field: Field<string>, record: object | null): unknown => {
  const value = stored(record, nameOf(field))
  if ('tick' in field) return value ?? false
  if (typeof value === 'boolean' || 'yesNo' in field) return answerText(value as boolean | null | undefined)
  return String(value ?? '')
}

/** A form of these fields, which begin as in the record. @param others values besides, or in place of the record's */
export const useFieldsForm = <In extends FieldValues, Out extends FieldValues>(
  schema: z.ZodType<Out, In>,
  fields: FieldList<string>,
  record: object | null,
  others: object = {},
): UseFormReturn<In, unknown, Out> =>
  useZodForm<In, Out>(schema, {
    ...Object.fromEntries(
      fields.flatMap((field) =>
        field === false || 'part' in field ? [] : [[nameOf(field), valueOf(field, record)]],
      ),
    ),
    ...others,
  } as unknown as DefaultValues<In>)

interface FieldsProps<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>
  /** The path of the fields in the form, such as 'patient.'. */
  within?: string
  fields: FieldList<FieldPath<In>>
  labels: Readonly<Record<string, string>>
  /** Has the names of the stored choices, by the field's name without “Id”: they may no longer be offered. */
  record?: object | null | undefined
}

/** Draws fields in their order. */
export const Fields = <In extends FieldValues, Out>({ fields, ...rest }: FieldsProps<In, Out>) =>
  fields.map((field, index) => {
    if (field === false) return null
    if ('part' in field)
      return <Fragment key={index}>{field.part(rest.form as unknown as UseFormReturn)}</Fragment>
    const drawn = <OneField {...rest} field={field} />
    return field.when === undefined ? (
      <Fragment key={index}>{drawn}</Fragment>
    ) : (
      <When key={index} form={rest.form} when={field.when}>
        {drawn}
      </When>
    )
  })

export interface WithinProps<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>
  /** The path of the fields in the form, such as 'patient.'. */
  within?: string
  /** Whether the first field gets the focus. */
  autoFocus?: boolean
}

type FieldsWithinProps<In extends FieldValues, Out, Name extends string> = Omit<
  FieldsProps<In, Out>,
  'fields' | 'labels'
> & { labels: Readonly<Record<Name, string>>; fields: FieldList<NoInfer<Name>> }

/** Draws fields that several forms have, each within a path of its own. */
export const FieldsWithin = <In extends FieldValues, Out, Name extends string>({
  form,
  ...rest
}: FieldsWithinProps<In, Out, Name>) => <Fields {...rest} form={form as unknown as UseFormReturn} />

const When = <In extends FieldValues, Out>({
  form,
  when: [name, isShown],
  children,
}: {
  form: UseFormReturn<In, unknown, Out>
  when: readonly [FieldPath<In>, (value: string) => boolean]
  children: ReactNode
}) => (isShown(String(useWatch({ control: form.control, name }) ?? '')) ? children : null)

const OneField = <In extends FieldValues, Out>({
  form,
  within = '',
  field: { isOptional = false, hint, label: given, when: _when, ...field },
  labels,
  record,
}: Omit<FieldsProps<In, Out>, 'fields'> & { field: Field<FieldPath<In>> }) => {
  const name = nameOf(field)
  const label = given ?? labels[name] ?? name
  const shared = {
    form,
    name: `${within}${name}` as FieldPath<In>,
    label: isOptional ? optional(label) : label,
    ...(hint === undefined ? {} : { hint }),
  }
  if ('day' in field) return <DateField {...shared} />
  if ('text' in field) {
    const { text: _text, isNumber, ...look } = field
    return (
      <TextField
        {...(isNumber === true && { inputMode: 'numeric' })}
        {...look}
        {...shared}
        autoComplete="off"
      />
    )
  }
  if ('lines' in field)
    return <TextAreaField {...shared} {...(field.rows === undefined ? {} : { rows: field.rows })} />
  if ('choice' in field)
    return <ChoiceField {...shared} options={asOptions(field.options)} isInline={field.isInline === true} />
  if ('yesNo' in field) return <YesNoField {...shared} />
  if ('tick' in field) return <CheckboxField {...shared} />
  const { unset, offersKnown = true } = field
  const choice = stored(stored(record, 'names') as object, name.replace(/Id$/, '')) as
    string | null | undefined
  const select = {
    ...shared,
    current: choice === undefined ? undefined : { id: stored(record, name) as number | null, name: choice },
    optional: unset ?? isOptional,
    offersKnown,
  }
  if ('select' in field)
    return <SelectField {...select} options={field.options && asOptions(field.options)} />
  return <LookupField {...select} of={field.of} />
}

type LookupFieldProps<In extends FieldValues, Out> = Omit<
  ComponentProps<typeof SelectField<In, Out>>,
  'options'
> & { of: ChoiceName }

const LookupField = <In extends FieldValues, Out>({ of, ...field }: LookupFieldProps<In, Out>) => (
  <SelectField {...field} options={useQuery(lookupQuery(of)).data} />
)
