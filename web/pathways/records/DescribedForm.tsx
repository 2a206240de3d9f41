import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import {
  useWatch,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form'
import type { z } from 'zod'
import { recordKinds, type RecordKindName, type RecordsOf } from '../../../contract/pathways/records/kinds.ts'
import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import { optional } from '../../../contract/platform/words/labels.ts'
import type { ChoiceName } from '../../../contract/reference/lookups.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { call } from '../../platform/calls/api.ts'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { ChoiceField } from '../../platform/ui/ChoiceField.tsx'
import { DateField } from '../../platform/ui/DateField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { TextAreaField } from '../../platform/ui/TextAreaField.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { RecordForm } from './RecordForm.tsx'
import { useReturnToPathway } from './returnTo.tsx'

type Code = { code: string; title: string }

/** Something between the fields that is no field of its own. @param form of the values that the schema takes */
interface Part {
  part: (form: UseFormReturn) => ReactNode
}

/** One field of a form, under the name that the contract gives it. */
export type Field<Name extends string> = {
  hint?: string
  isOptional?: true
  /** Shown only while another field has such a value. */
  when?: readonly [Name, (value: string) => boolean]
} & (
  | { day: Name }
  | { text: Name; width?: 2 | 3 | 4 | 5; isNumber?: true }
  | { lines: Name; rows?: number }
  /** A row of a list that administrators keep; the record has its name under the field's name without “Id”. */
  | { lookup: Name; of: ChoiceName }
  | { choice: Name; options: readonly Code[]; isInline?: true }
  /** @param unset what the list shows while nothing is chosen, where that is an answer */
  | { select: Name; options: readonly Code[]; unset?: string }
)

const nameOf = <Name extends string>(field: Field<Name>): Name =>
  'day' in field
    ? field.day
    : 'text' in field
      ? field.text
      : 'lines' in field
        ? field.lines
        : 'lookup' in field
          ? field.lookup
          : 'choice' in field
            ? field.choice
            : field.select

const asOptions = (codes: readonly Code[]) => codes.map(({ code, title }) => ({ id: code, name: title }))

/** A record as far as its fields are drawn. */
export interface Described {
  id: number
  names?: Readonly<Record<string, string | null>>
}

/** What a form begins with; '' in a field says that nothing is chosen. */
export const valuesOf = (
  fields: readonly (Field<string> | Part)[],
  record: Described | null,
): Record<string, string> =>
  Object.fromEntries(
    fields
      .flatMap((field) => ('part' in field ? [] : nameOf(field)))
      .map((name) => [name, String(stored(record, name) ?? '')]),
  )

const stored = (record: Described | null, name: string): unknown =>
  (record as Readonly<Record<string, unknown>> | null)?.[name]

interface FieldsProps<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>
  fields: readonly (Field<FieldPath<In>> | Part)[]
  labels: Readonly<Record<string, string>>
  record: Described | null
}

/** Draws fields in their order. */
export const Fields = <In extends FieldValues, Out>({ fields, ...rest }: FieldsProps<In, Out>) =>
  fields.map((field, index) => {
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
  field,
  labels,
  record,
}: Omit<FieldsProps<In, Out>, 'fields'> & { field: Field<FieldPath<In>> }) => {
  const name = nameOf(field)
  const label = labels[name] ?? name
  const shared = {
    form,
    name,
    label: field.isOptional === true ? optional(label) : label,
    ...(field.hint === undefined ? {} : { hint: field.hint }),
  }
  if ('day' in field) return <DateField {...shared} />
  if ('text' in field)
    return (
      <TextField
        {...shared}
        autoComplete="off"
        {...(field.width === undefined ? {} : { width: field.width })}
        {...(field.isNumber === true ? { inputMode: 'numeric' as const } : {})}
      />
    )
  if ('lines' in field)
    return <TextAreaField {...shared} {...(field.rows === undefined ? {} : { rows: field.rows })} />
  if ('lookup' in field)
    return (
      <LookupField
        {...shared}
        of={field.of}
        current={{
          id: (stored(record, name) as number | null | undefined) ?? null,
          name: record?.names?.[name.replace(/Id$/, '')] ?? null,
        }}
        optional={field.isOptional === true}
      />
    )
  if ('choice' in field)
    return <ChoiceField {...shared} options={asOptions(field.options)} isInline={field.isInline === true} />
  return <SelectField {...shared} options={asOptions(field.options)} optional={field.unset ?? false} />
}

type LookupFieldProps<In extends FieldValues, Out> = Omit<
  Parameters<typeof SelectField<In, Out>>[0],
  'options'
> & { of: ChoiceName }

const LookupField = <In extends FieldValues, Out>({ of, ...field }: LookupFieldProps<In, Out>) => (
  <SelectField {...field} options={useQuery(lookupQuery(of)).data} />
)

interface DescribedFormProps<Kind extends RecordKindName, In extends FieldValues, Out extends object> {
  kind: Kind
  /** null while a new one is recorded. */
  record: RecordsOf[Kind] | null
  /** The form as the contract checks it. */
  schema: z.ZodType<Out, In>
  fields: readonly (Field<FieldPath<In>> | Part)[]
  /** What a new record begins with, where that is more than nothing. */
  initial?: Partial<Record<FieldPath<In>, string>>
  /** A record whose choices a new one begins with. */
  like?: RecordsOf[Kind] | null
  /** Values of what the parts draw. */
  values?: object
  /** The record in a few words; the contract's name for it unless given. */
  about?: string | undefined
  deleteWarning?: string | undefined
  note?: string
  /** The section of the pathway page to go back to, unless it has the name of the kind. */
  section?: string
  /** Ids that every call sends besides those of record and pathway. */
  ids?: Readonly<Record<string, number>>
  /** Changes what is sent of the values. */
  send?: (values: Out) => object
}

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** What the contract calls a record in a sentence, as the beginning of one. */
const nameIn = (section: unknown, record: Described | null): string =>
  section === null || record === null
    ? ''
    : capitalised((section as { nameOf: (of: Described) => string }).nameOf(record))

/** Every kind's calls have one shape; the values were checked by its own schema. */
const send = (endpoint: Endpoint, input: object, options = {}): Promise<unknown> =>
  call(endpoint, input as never, options)

/** A form for one kind of record that is a list of fields, drawn in the order given. */
export const DescribedForm = <Kind extends RecordKindName, In extends FieldValues, Out extends object>({
  kind,
  record,
  schema,
  fields,
  initial = {},
  like = null,
  values = {},
  about,
  deleteWarning,
  note,
  section = kind,
  ids = {},
  send: change = (all) => all,
}: DescribedFormProps<Kind, In, Out>) => {
  const { pathway } = usePathway()
  const { calls, labels, section: shown } = recordKinds[kind]
  const form = useZodForm<In, Out>(schema, {
    ...valuesOf(fields, record),
    ...(record === null ? initial : {}),
    ...values,
    afterDeathConfirmed: false,
    unusualConfirmed: false,
  } as unknown as DefaultValues<In>)
  const which = { ...ids, pathwayId: pathway.id }
  return (
    <RecordForm
      kind={kind}
      record={record}
      form={form}
      place={useReturnToPathway(section)}
      note={note === undefined ? undefined : <p className="sf-quiet">{note}</p>}
      about={about ?? nameIn(shown, record)}
      deleteWarning={deleteWarning}
      afterDeathField={'afterDeathConfirmed' as FieldPath<In>}
      unusualField={'unusualConfirmed' as FieldPath<In>}
      save={(all, identity, options) => send(calls.save, { ...change(all), ...identity, ...which }, options)}
      remove={(identity) => send(calls.delete, { ...identity, ...which })}
    >
      <Fields form={form} fields={fields} labels={labels} record={record ?? like} />
    </RecordForm>
  )
}
