import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { carriedForms, listOfField } from '../../../../contract/care/visits/carried.ts'
import { getVisitEntry, settleVisitEntry, type VisitEntry } from '../../../../contract/care/visits/visits.ts'
import { keepDraft } from '../../../../contract/platform/calls/draft.ts'
import { formatDate, formatYesNo } from '../../../../contract/platform/words/format.ts'
import { parseDay } from '../../../../contract/platform/dates/dates.ts'
import { ApiError, call } from '../../../platform/calls/api.ts'
import { lookupQuery } from '../../../platform/calls/lookupQuery.ts'
import { forgetAfterSave } from '../../../platform/calls/queries.ts'
import { LoadingOrFailed } from '../../../platform/ui/LoadingOrFailed.tsx'
import { useAttempt } from '../../../platform/ui/useAttempt.tsx'
import { WorkButton } from '../../../platform/ui/WorkButton.tsx'
import { useForgetWork } from './workQuery.ts'

type Fields = Readonly<Record<string, unknown>>

const fields = z.record(z.string(), z.unknown())
const fieldsOf = (json: string): Fields => fields.parse(JSON.parse(json))
/** What was typed and not saved: the fields that differ, and the form that they were typed into. */
const unfinished = z.object({
  changes: z.record(z.string(), z.json()),
  base: z.string(),
  place: z.string(),
  recordId: z.int().default(0),
})

/** The fields of a body by their names, whatever part of it they are in. */
const flat = (body: Fields): Fields =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]): [string, unknown][] =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.entries(flat(value as Fields))
        : [[name, value]],
    ),
  )

const isAnswer = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

/** Of a choice as a form sends it, or as the record has it: with its name. */
const idOf = (choice: unknown): string =>
  String(typeof choice === 'object' && choice !== null && 'id' in choice ? choice.id : choice)

/** The record by its fields, without the names of its choices, which would stand in their place. */
const storedFields = (json: string): Fields => {
  const { names: _, ...record } = fieldsOf(json)
  return flat(record)
}

/** One field of what was typed, beside what is on the record. */
const Row = ({
  name,
  label,
  typed,
  stored,
  isKept,
}: {
  name: string
  label: string
  typed: unknown
  stored: unknown
  isKept: boolean
}) => (
  <tr role="row">
    <th scope="row">{label}</th>
    <td role="cell" data-label="Typed on the visit">
      {isKept ? (
        <span>Left as it was: what is on the record stays</span>
      ) : isAnswer(typed) ? (
        <Value name={name} value={typed} />
      ) : (
        <span>nothing</span>
      )}
    </td>
    {stored !== undefined && (
      <td role="cell" data-label="On the record now">
        {isAnswer(stored) ? <Value name={name} value={stored} /> : <span>nothing</span>}
      </td>
    )}
  </tr>
)

const Value = ({ name, value }: { name: string; value: unknown }) => {
  const list = listOfField[name]
  return list === undefined ? <span>{inWords(value)}</span> : <Choice list={list} value={value} />
}

const Choice = ({ list, value }: { list: (typeof listOfField)[string]; value: unknown }) => {
  const { data: rows = [] } = useQuery(lookupQuery(list ?? 'clinician'))
  const ids = new Set([value].flat().map(idOf))
  return (
    <span>
      {rows
        .filter(({ id }) => ids.has(String(id)))
        .map((row) => row.name)
        .join(', ')}
    </span>
  )
}

const inWords = (value: unknown): string => {
  if (!isAnswer(value)) return ''
  if (typeof value === 'boolean') return formatYesNo(value)
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d$/.test(value) ? formatDate(parseDay(value)) : value
  return typeof value === 'number' ? String(value) : JSON.stringify(value)
}

/** What waits, with both sides, and what somebody can do about it. */
export const WaitingForm = ({ id, done }: { id: string; done: () => void }) => {
  const {
    data: entry,
    error,
    refetch,
  } = useQuery({
    queryKey: ['visitWork', id],
    queryFn: () => call(getVisitEntry, { id }),
    staleTime: 0,
  })
  return entry === undefined ? (
    <LoadingOrFailed what="form" shape="list" error={error} refetch={refetch} />
  ) : (
    <Shown entry={entry} done={done} />
  )
}

const Shown = ({ entry, done }: { entry: VisitEntry; done: () => void }) => {
  const { id, form, why, message, pathwayId, patientId, storedVersion, isDeleted } = entry
  // What the service asks about is asked before it is confirmed.
  const [isAsked, setAsked] = useState(why === 'refused')
  const { problem, attempt } = useAttempt()
  const forgetWork = useForgetWork()
  const whole = fieldsOf(entry.typed)
  const begun = why === 'unfinished' ? unfinished.safeParse(whole) : null
  const typed = flat(begun?.success === true ? begun.data.changes : whole)
  // Whatever it waits for: a save that does not say what it is saved over would be refused each time.
  const isOlder = storedVersion !== null && storedVersion !== typed['version']
  const stored = entry.stored === null ? null : storedFields(entry.stored)
  const labels: Readonly<Record<string, string>> = carriedForms[form].labels
  const isMeasure = form === 'measure'
  // A blank against an answer on the record is something that a save would take away. Of unfinished text only what was
  // typed is there.
  const isShown = (name: string): boolean =>
    isAnswer(typed[name]) || (begun === null && isAnswer(stored?.[name]))
  const names = (isMeasure ? Object.keys(typed) : Object.keys(labels)).filter(isShown)
  const settle = async (how: 'save' | 'drop', more: { over?: number; asNew?: true } = {}): Promise<void> => {
    const said = how === 'save' ? `${carriedForms[form].title} saved` : 'It was dropped'
    const asked = how === 'save' ? { ...more, confirmed: isAsked } : {}
    const send = async (): Promise<void> => {
      try {
        await call(settleVisitEntry, { id, how, ...asked })
      } catch (error) {
        // Only what the service asked about can be confirmed: without a signal, nothing was asked.
        if (error instanceof ApiError && error.status === 400) setAsked(true)
        throw error
      }
    }
    if (await attempt(send, said)) {
      await forgetAfterSave()
      await forgetWork()
      done()
    } else await forgetWork()
  }
  /** As unsaved work of the form itself, which then offers it (AU-16). */
  const goOn = async (): Promise<void> => {
    if (begun?.success !== true) return
    const { changes, base, place, recordId } = begun.data
    const path = form === 'consent' ? 'consent' : `${form}/${isDeleted === true ? 0 : recordId}`
    const address = `/falls/pathway/${path}?id=${pathwayId}&patientId=${patientId}`
    const own = `${address} ${place.replace(/^\S+ /, '')}`
    const isKept = await attempt(async () => {
      await call(keepDraft, { place: own, changes, base })
      await call(settleVisitEntry, { id, how: 'drop' })
    })
    if (!isKept) return
    // The form is in the frame of the product, which begins with a page of its own.
    location.assign(address)
  }
  return (
    <div className="sf-part">
      {problem}
      {isDeleted === true ? (
        <p className="sf-prompt">
          The record was deleted meanwhile. What was typed can be saved as a new one.
        </p>
      ) : (
        message !== null && <p className="sf-prompt">{message}</p>
      )}
      <table className="sf-table sf-table--stacks" role="table">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Typed on the visit</th>
            {stored !== null && <th scope="col">On the record now</th>}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <Row
              key={name}
              name={name}
              label={labels[name] ?? name}
              typed={typed[name]}
              stored={stored === null ? undefined : (stored[name] ?? null)}
              isKept={entry.kept.includes(name)}
            />
          ))}
        </tbody>
      </table>
      <p className="sf-actions">
        {why === 'unfinished' ? (
          <WorkButton look="primary" work={goOn}>
            Go on in the form
          </WorkButton>
        ) : isDeleted === true ? (
          <WorkButton look="primary" work={() => settle('save', { asNew: true })}>
            Save it as a new record
          </WorkButton>
        ) : isOlder ? (
          <WorkButton look="primary" work={() => settle('save', { over: storedVersion })}>
            Save what was typed over it
          </WorkButton>
        ) : (
          <WorkButton look="primary" work={() => settle('save')}>
            {isAsked ? 'It is right: save it' : 'Save it'}
          </WorkButton>
        )}
        <WorkButton work={() => settle('drop')}>
          {why !== 'unfinished' && isOlder ? 'Keep the record as it is' : 'Drop it'}
        </WorkButton>
        <button type="button" className="sf-link" onClick={done}>
          Decide later
        </button>
      </p>
    </div>
  )
}
