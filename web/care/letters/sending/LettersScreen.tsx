import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { today } from '../../../../contract/platform/dates/dates.ts'
import { withheldWords } from '../../../../contract/platform/calls/withheld.ts'
import { formatDateTime, formatName, formatNhsNumber } from '../../../../contract/platform/words/format.ts'
import {
  letterWorkingDays,
  mostLettersShown,
  type SentLetter,
  type UnsentLetter,
} from '../../../../contract/care/letters/letter.ts'
import { dispatchStates, stateTitles, type DispatchState } from '../../../../contract/care/letters/ways.ts'
import { recipientInWords } from '../../../../contract/care/letters/recipients.ts'
import { dayOfInstant } from '../../../../contract/platform/dates/wallTime.ts'
import { addWorkingDays } from '../../../../contract/platform/dates/workingDays.ts'
import { FlagChips } from '../../../platform/ui/FlagChips.tsx'
import { LoadingOrFailed } from '../../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../../platform/ui/PageTitle.tsx'
import { WorkButton } from '../../../platform/ui/WorkButton.tsx'
import { sentQuery, unsentQuery } from '../letterQueries.ts'
import { dispatchLine } from './DispatchSteps.tsx'
import { SendOutside } from './SendOutside.tsx'
import { useSending } from './useSending.tsx'

/** Letters of all referrals that are waiting to be sent, and the log of sent letters. */
export const LettersScreen = () => {
  const [state, setState] = useState<DispatchState>()
  const unsent = useQuery(unsentQuery)
  const sent = useQuery(sentQuery(state))
  return (
    <>
      <PageTitle>Letters</PageTitle>
      <section className="sf-card sf-part" aria-labelledby="unsent-title">
        <h2 className="nhsuk-heading-s" id="unsent-title">
          To be sent
        </h2>
        {unsent.data === undefined ? (
          <LoadingOrFailed what="letters" shape="lines" error={unsent.error} refetch={unsent.refetch} />
        ) : (
          <Unsent letters={unsent.data} />
        )}
      </section>
      <section className="sf-card sf-part" aria-labelledby="sent-title">
        <h2 className="nhsuk-heading-s" id="sent-title">
          Sent
        </h2>
        <label className="nhsuk-label" htmlFor="letter-outcome">
          Outcome
        </label>
        <select
          className="nhsuk-select sf-letter__outcome"
          id="letter-outcome"
          value={state ?? ''}
          onChange={({ target: { value } }) => setState(dispatchStates.find((each) => each === value))}
        >
          <option value="">All</option>
          {dispatchStates.map((each) => (
            <option key={each} value={each}>
              {stateTitles[each]}
            </option>
          ))}
        </select>
        {sent.data === undefined ? (
          <LoadingOrFailed what="letters" shape="lines" error={sent.error} refetch={sent.refetch} />
        ) : (
          <Sent letters={sent.data} isFiltered={state !== undefined} />
        )}
      </section>
    </>
  )
}

const Whose = ({ letter }: { letter: UnsentLetter | SentLetter }) => (
  <>
    <p>
      <Link
        to="/falls/pathway/letter/$letterId"
        params={{ letterId: String(letter.id) }}
        search={{ id: letter.pathwayId, patientId: letter.patientId }}
        translate="no"
      >
        {formatName(letter)}
      </Link>{' '}
      <span className="sf-nowrap" translate="no">
        {formatNhsNumber(letter.nhsNumber)}
      </span>
    </p>
    <FlagChips chips={letter.flags} />
    <p>
      {letter.title}. To: {recipientInWords(letter.recipient)}.
    </p>
  </>
)

const isLate = ({ signedAt }: UnsentLetter): boolean =>
  addWorkingDays(dayOfInstant(signedAt), letterWorkingDays) <= today()

const Unsent = ({ letters }: { letters: readonly UnsentLetter[] }) => {
  const { problem, print, mail, sendOutside } = useSending()
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  if (letters.length === 0) return <p>No signed letter waits to be sent.</p>
  const ready = letters.filter(({ held, isWithheld }) => held === null && isWithheld !== true)
  const chosen = ready.filter(({ id }) => !left.has(id)).slice(0, 100)
  const choose = (id: number, isChosen: boolean): void => {
    const next = new Set(left)
    if (isChosen) next.delete(id)
    else next.add(id)
    setLeft(next)
  }
  return (
    <>
      {problem}
      {letters.length >= mostLettersShown && <p>The first {mostLettersShown} are shown.</p>}
      <ul className="sf-tasks sf-letters">
        {letters.map((letter) => (
          <li key={letter.id}>
            <div>
              <Whose letter={letter} />
            </div>
            <div>
              <p className="sf-quiet">
                Signed {formatDateTime(letter.signedAt)} by {letter.signedBy}
              </p>
              {isLate(letter) && (
                <p>
                  <strong className="sf-tag sf-tag--late">Late.</strong> It was signed five working days ago
                  or more.
                </p>
              )}
              {letter.isWithheld === true && <p>{withheldWords}</p>}
              {letter.held !== null && (
                <p>
                  <strong>Held back.</strong> {letter.held}
                </p>
              )}
              {letter.failure !== null && (
                <p>
                  <strong>{letter.failed ?? 'Not mailed'}.</strong> {letter.failure}
                </p>
              )}
              {ready.includes(letter) && (
                <div className="nhsuk-checkboxes nhsuk-checkboxes--small">
                  <div className="nhsuk-checkboxes__item">
                    <input
                      className="nhsuk-checkboxes__input"
                      type="checkbox"
                      id={`print-${letter.id}`}
                      checked={!left.has(letter.id)}
                      onChange={(event) => choose(letter.id, event.target.checked)}
                    />
                    <label className="nhsuk-label nhsuk-checkboxes__label" htmlFor={`print-${letter.id}`}>
                      Print
                      <span className="nhsuk-u-visually-hidden"> the letter about {formatName(letter)}</span>
                    </label>
                  </div>
                </div>
              )}
            </div>
            {ready.includes(letter) && (
              <div className="sf-actions">
                <SendOutside
                  ways={letter.outsideWays}
                  about={formatName(letter)}
                  send={(way) => sendOutside(letter.id, letter.pathwayId, way)}
                />
                {letter.mailAddress !== null && (
                  <WorkButton
                    work={() => mail(letter.id, letter.pathwayId)}
                    label={`Mail the letter about ${formatName(letter)} to ${letter.mailAddress}`}
                  >
                    Mail
                  </WorkButton>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      {chosen.length > 0 && (
        <WorkButton look="secondary" work={() => print(chosen.map(({ id }) => id))}>
          {chosen.length === 1 ? 'Print 1 letter' : `Print ${chosen.length} letters in one PDF`}
        </WorkButton>
      )}
    </>
  )
}

const Sent = ({ letters, isFiltered }: { letters: readonly SentLetter[]; isFiltered: boolean }) =>
  letters.length === 0 ? (
    <p>{isFiltered ? 'No letter has this outcome.' : 'No letter was sent yet.'}</p>
  ) : (
    <ul className="sf-tasks sf-letters">
      {letters.map((letter) => (
        <li key={letter.dispatch.id}>
          <div>
            <Whose letter={letter} />
          </div>
          <div>
            <p className="sf-quiet">{dispatchLine(letter.dispatch)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
