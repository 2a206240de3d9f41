import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ToldQuestions } from '../../../contract/care/person/questions.ts'
import { linesOfTold, notChecked, whoTold } from '../../../contract/care/person/questionsTaken.ts'
import { useMay } from '../../platform/session/session.ts'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { toldQuery } from './toldQuery.ts'

interface ToldBesideProps {
  pathwayId: number
  form: UseFormReturn
  /** The fields that these answers fill. */
  fill: (answer: ToldQuestions) => object
}

/**
 * The answers of the own page that nobody has accepted yet, beside the form that records what a clinician finds. Those
 * that were taken over become part of the record when the form is saved; a form accepts one, and the others stay open.
 */
export const ToldBeside = (props: ToldBesideProps) => (useMay('clinical.write') ? <Told {...props} /> : null)

const Told = ({ pathwayId, form, fill }: ToldBesideProps) => {
  const { data, error, refetch } = useQuery(toldQuery(pathwayId))
  const [filledId, setFilledId] = useState<number | null>(null)
  if (error !== null) return <FailedState error={error} reset={() => void refetch()} />
  const answers = data?.questions.filter(({ settledAt }) => settledAt === null) ?? []
  if (answers.length === 0) return null
  return (
    <section className="nhsuk-inset-text" aria-label="Said on their page">
      {answers.map((answer) => (
        <Answer
          key={answer.id}
          answer={answer}
          filledId={filledId}
          take={() => {
            takeOver(form, { ...fill(answer), fromAnswerId: answer.id })
            setFilledId(answer.id)
          }}
        />
      ))}
    </section>
  )
}

interface AnswerProps {
  answer: ToldQuestions
  /** The answer that fills the form already. */
  filledId: number | null
  take: () => void
}

const Answer = ({ answer, filledId, take }: AnswerProps) => {
  const whoId = useId()
  const isLeft = filledId !== null && filledId !== answer.id
  return (
    <>
      <p id={whoId}>
        <strong>{whoTold(answer)}</strong> <span className="sf-tag">{notChecked}</span>
      </p>
      <ul className="nhsuk-list nhsuk-list--bullet">
        {linesOfTold(answer.told).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {isLeft ? (
        <p>Not taken over here. It stays open until another form takes it over, or somebody has seen it.</p>
      ) : (
        <button type="button" className="sf-button" aria-describedby={whoId} onClick={take}>
          Take over
        </button>
      )}
      <p role="status">
        {filledId === answer.id &&
          'The form is filled in. Check it with the patient: saving accepts the answers.'}
      </p>
    </>
  )
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Fills what is still empty. A note gets the answers below what stands there; nothing that somebody typed is replaced. */
const takeOver = (form: UseFormReturn, values: Readonly<Record<string, unknown>>): void => {
  for (const [name, value] of Object.entries(values)) {
    const typed: unknown = form.getValues(name)
    if (isBlank(typed)) form.setValue(name, value, { shouldDirty: true })
    else if (name === 'note' && typeof value === 'string' && !String(typed).includes(value))
      form.setValue(name, `${String(typed).trimEnd()}\n${value}`, { shouldDirty: true })
  }
}
