import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  useWatch,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form'
import {
  comparePerson,
  type Accepted,
  type Compared,
  type Ours,
} from '../../../contract/exchange/pds/compare.ts'
import {
  outcomeTitles,
  tracePerson,
  type PdsPerson,
  type TraceReply,
} from '../../../contract/exchange/pds/pds.ts'
import { ApiError, call } from '../../platform/calls/api.ts'
import { lookupQuery } from '../../platform/calls/lookupQuery.ts'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { useFocusedHeading } from '../../platform/ui/useFocusedHeading.ts'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { Choices, usualSide, type Side } from './Choices.tsx'
import { InventedAnswers, NobodyFound, NumberTaken, PersonNotices } from './PdsNotices.tsx'
import { usePds } from './usePds.ts'
import type { Traced } from './useTraced.ts'

interface TraceProps<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>
  /** The prefix of the patient's boxes, such as 'patient.'. */
  within?: string
  traced: Traced
}

/** The values that the trace asks about. */
const askedAbout = ['nhsNumber', 'familyName', 'firstName', 'dateOfBirth', 'genderId', 'postcode'] as const

/** Asks PDS who is being registered. Nothing is filled in before the user chooses, and nothing is saved here. */
export const Trace = <In extends FieldValues, Out>({ form, within = '', traced }: TraceProps<In, Out>) => {
  const pds = usePds()
  const at = (name: string) => `${within}${name}` as FieldPath<In>
  const [reply, setReply] = useState<TraceReply | null>(null)
  const [isUsed, setUsed] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const done = useRef<HTMLParagraphElement>(null)
  if (pds === 'off') return null

  const valueOf = (name: string): string => String(form.getValues(at(name)) ?? '')

  const trace = async (): Promise<void> => {
    setReply(null)
    setUsed(false)
    setFailure(null)
    form.clearErrors(askedAbout.map(at))
    const input = Object.fromEntries(
      askedAbout.flatMap((name) => (valueOf(name) === '' ? [] : [[name, valueOf(name)]])),
    )
    try {
      const answer = await call(tracePerson, input)
      traced.setTraceId(answer.traceId)
      setReply(answer)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const fields = Object.entries(error.fields)
      for (const [name, message] of fields) form.setError(at(name), { type: 'contract', message })
      if (fields[0] === undefined) setFailure(error)
      else form.setFocus(at(fields[0][0]))
    }
  }

  const put = (name: string, value: unknown): void =>
    form.setValue(at(name), value as FieldPathValue<In, FieldPath<In>>, { shouldDirty: true })

  const use = (accepted: readonly Accepted[], person: PdsPerson): void => {
    for (const [name, value] of accepted.flatMap((values) => Object.entries(values))) {
      if (name === 'nhsNumber') put('nhsNumberUnknown', false)
      if (name === 'registeredGP' && person.practice?.name != null) {
        const { code, name: practice, postcode } = person.practice
        traced.fillPractice({ gp: { id: code, name: practice, postcode }, branch: null })
        put('registeredGP_Branch', null)
        put('unchosen', '')
      }
      put(name, String(value))
      form.clearErrors(at(name))
    }
    setReply(null)
    setUsed(true)
    requestAnimationFrame(() => done.current?.focus())
  }

  return (
    <div className="sf-trace">
      <p className="sf-actions">
        <WorkButton work={trace}>Trace with PDS</WorkButton>
        <span className="sf-quiet">By the NHS number, or by family name and date of birth.</span>
      </p>
      <div role="status">
        {isUsed && (
          <p ref={done} tabIndex={-1}>
            Filled in from PDS. Nothing is saved yet.
          </p>
        )}
      </div>
      {failure !== null && <FailedState error={failure} />}
      {reply !== null && (
        <Found
          key={reply.traceId}
          form={form}
          within={within}
          reply={reply}
          use={use}
          leave={() => setReply(null)}
        />
      )}
    </div>
  )
}

interface FoundProps<In extends FieldValues, Out> extends Omit<TraceProps<In, Out>, 'traced' | 'within'> {
  within: string
  reply: TraceReply
  use: (accepted: readonly Accepted[], person: PdsPerson) => void
  leave: () => void
}

const Found = <In extends FieldValues, Out>({ form, within, reply, use, leave }: FoundProps<In, Out>) => {
  const heading = useFocusedHeading()
  const { person } = reply
  const typed = useTypedPerson(form, within)
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({})
  const rows =
    person === null
      ? []
      : comparePerson(typed.ours, typed.names, person).filter(({ part }) => typed.has(part))
  const sideOf = (row: Compared): Side => chosen[row.part] ?? usualSide(row)
  const accepted = rows.flatMap((row) =>
    !row.isSame && row.accept !== null && sideOf(row) === 'theirs' ? [row.accept] : [],
  )
  return (
    <section className="sf-card sf-part" aria-labelledby="pds-found">
      <h3 className="nhsuk-heading-s" id="pds-found" ref={heading} tabIndex={-1}>
        {outcomeTitles[reply.outcome]}
      </h3>
      <InventedAnswers />
      <NobodyFound reply={reply} />
      <NumberTaken reply={reply} patientId={null} />
      {person !== null && (
        <>
          <PersonNotices
            person={person}
            death={<p>Record the death on the patient’s page once the patient is registered.</p>}
            sensitive={<p>Once registered, ask a Team Lead to restrict who may open the record.</p>}
          />
          <Choices
            rows={rows}
            sideOf={sideOf}
            choose={(part, side) => setChosen({ ...chosen, [part]: side })}
          />
        </>
      )}
      <p className="sf-actions">
        {person !== null && accepted.length > 0 && (
          <button type="button" className="nhsuk-button" onClick={() => use(accepted, person)}>
            Use these
          </button>
        )}
        <button type="button" className="sf-button" onClick={leave}>
          {person === null ? 'Close' : 'Use none of this'}
        </button>
      </p>
    </section>
  )
}

/** What is typed in the form, with the names of its choices. */
const useTypedPerson = <In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  within: string,
) => {
  const prefix = within.replace(/\.$/, '')
  const watched = useWatch({ control: form.control }) as Record<string, unknown>
  const ours = (prefix === '' ? watched : (watched[prefix] ?? {})) as Ours
  const { data: genders = [] } = useQuery(lookupQuery('gender'))
  const { data: titles = [] } = useQuery(lookupQuery('namePrefix'))
  const nameIn = (rows: readonly { id: number; name: string }[], id: unknown): string | null =>
    rows.find((row) => String(row.id) === String(id ?? ''))?.name ?? null
  return {
    ours,
    names: { gender: nameIn(genders, ours.genderId), namePrefix: nameIn(titles, ours.namePrefix) },
    /** Whether the form has a box for it. */
    has: (part: string): boolean => (part === 'address' ? 'addressLine1' : part) in ours,
  }
}
