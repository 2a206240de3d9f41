import type { ReactNode } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { recordKinds, type RecordKindName, type RecordsOf } from '../../../contract/pathways/records/kinds.ts'
import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { call } from '../../platform/calls/api.ts'
import { Fields, useFieldsForm, type FieldList } from '../../platform/ui/DescribedFields.tsx'
import { RecordForm } from './RecordForm.tsx'
import { useReturnToPathway } from './returnTo.tsx'

interface DescribedFormProps<Kind extends RecordKindName, In extends FieldValues, Out extends object> {
  kind: Kind
  /** null while a new one is recorded. */
  record: RecordsOf[Kind] | null
  /** The form as the contract checks it. */
  schema: z.ZodType<Out, In>
  fields: FieldList<FieldPath<In>>
  /** What a new record begins with, where that is more than nothing. */
  initial?: Partial<Record<FieldPath<In>, string>>
  /** A record whose choices a new one begins with. */
  like?: RecordsOf[Kind] | null
  /** Values of what the parts draw. */
  values?: object
  /** The record in a few words; the contract's name for it unless given. */
  about?: string | undefined
  deleteWarning?: string | undefined
  note?: ReactNode
  /** The section of the pathway page to go back to, unless it has the name of the kind. */
  section?: string
  /** Ids that every call sends besides those of record and pathway. */
  ids?: Readonly<Record<string, number>>
  /** Changes what is sent of the values. */
  send?: (values: Out) => object
}

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** What the contract calls a record in a sentence, as the beginning of one. */
const nameIn = (section: unknown, record: object | null): string =>
  section === null || record === null
    ? ''
    : capitalised((section as { nameOf: (of: object) => string }).nameOf(record))

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
  const form = useFieldsForm<In, Out>(schema, fields, record, {
    ...(record === null ? initial : {}),
    ...values,
    afterDeathConfirmed: false,
    unusualConfirmed: false,
  })
  const which = { ...ids, pathwayId: pathway.id }
  return (
    <RecordForm
      kind={kind}
      record={record}
      form={form}
      place={useReturnToPathway(section)}
      note={typeof note === 'string' ? <p className="sf-quiet">{note}</p> : note}
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
