import { useState } from 'react'
import {
  saveParts,
  sessionParts,
  partTitle,
  type SessionPart,
} from '../../../contract/care/classes/fidelity.ts'
import type { Register } from '../../../contract/care/classes/register.ts'
import { formatName } from '../../../contract/platform/words/format.ts'
import { call } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { Checks } from './Checks.tsx'
import { useUnsavedWork } from '../../platform/session/unsaved.ts'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import { registerQuery } from './classQueries.ts'

const inWords = (parts: readonly SessionPart[]): string =>
  sessionParts
    .filter(({ code }) => parts.includes(code))
    .map(({ code }) => partTitle(code).toLowerCase())
    .join(', ')

type LeftOut = Readonly<Record<number, readonly SessionPart[]>>

/** What was done in the session: with one tap the same as last time, or ticked; and what single people left out. */
export const SessionParts = ({ register }: { register: Register }) => {
  const { id, version, partsDone, partsBefore, people } = register
  const { problem, attempt } = useAttempt()
  const [done, setDone] = useState<readonly SessionPart[]>(partsDone ?? [])
  // What a person left out whose record the user may not see stays as it is stored.
  const named = people.filter(({ isWithheld }) => isWithheld !== true)
  const stored: LeftOut = Object.fromEntries(named.map(({ placeId, leftOut = [] }) => [placeId, leftOut]))
  const [leftOut, setLeftOut] = useState(stored)
  useUnsavedWork(() => JSON.stringify([done, leftOut]) !== JSON.stringify([partsDone ?? [], stored]))
  const save = (parts: readonly SessionPart[]): Promise<unknown> =>
    attempt(async () => {
      await call(saveParts, {
        id,
        version,
        partsDone: [...parts],
        exceptions: named.map(({ placeId }) => ({ placeId, leftOut: [...(leftOut[placeId] ?? [])] })),
      })
      await queryClient.invalidateQueries({ queryKey: registerQuery(id).queryKey })
    }, 'Saved what was done')
  return (
    <section className="sf-card sf-part" aria-labelledby="parts-done">
      <h2 className="nhsuk-heading-s" id="parts-done">
        What was done
      </h2>
      {problem}
      {partsDone === null && partsBefore !== null && (
        <p>
          <WorkButton work={() => save(partsBefore)} label={`As last time: ${inWords(partsBefore)}`}>
            As last time: {inWords(partsBefore)}
          </WorkButton>
        </p>
      )}
      <Checks name="done" label="In this session" chosen={done} choose={setDone} options={sessionParts} />
      <details className="nhsuk-details">
        <summary className="nhsuk-details__summary">
          <span className="nhsuk-details__summary-text">Somebody left something out</span>
        </summary>
        <div className="nhsuk-details__text">
          {named.map((person) => (
            <div key={person.placeId} translate="no">
              <Checks
                name={`out-${person.placeId}`}
                label={`${formatName(person)} left out`}
                chosen={leftOut[person.placeId] ?? []}
                choose={(out) => setLeftOut((all) => ({ ...all, [person.placeId]: out }))}
                options={sessionParts.filter(({ code }) => done.includes(code))}
              />
            </div>
          ))}
        </div>
      </details>
      <WorkButton work={() => save(done)} look="secondary">
        Save what was done
      </WorkButton>
    </section>
  )
}
