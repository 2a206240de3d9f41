import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ToldOfPathway, ToldQuestions } from '../../../contract/care/person/questions.ts'
import { linesOfTold, notChecked, whoTold } from '../../../contract/care/person/questionsTaken.ts'
import { recordKinds } from '../../../contract/pathways/records/kinds.ts'
import { formatDate, formatDateTime } from '../../../contract/platform/words/format.ts'
import { redFlagSigns } from '../../../contract/reference/redFlagSigns.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { recordPath } from '../../pathways/records/recordLink.ts'

/* What was answered on the own page about falls and exercise, as lines of the section of what was said there. */

/** The kinds of records whose forms take the answers over. */
const takenBy = ['followup', 'contactNote', 'fall'] as const

const settledWords: Readonly<Record<string, string>> = {
  accepted: 'accepted by saving a record',
  replaced: 'answered again later',
  seen: 'seen',
}

interface SaidAnswersProps {
  answer: ToldQuestions
  /** The button that settles them without a record. */
  seen: ReactNode
}

export const SaidAnswers = ({ answer, seen }: SaidAnswersProps) => {
  const { pathway, patient } = usePathway()
  const { settledAt, settledHow } = answer
  const isOpen = settledAt === null
  const how = isOpen
    ? notChecked
    : `${settledWords[settledHow ?? ''] ?? 'settled'} on ${formatDateTime(settledAt)}`
  return (
    <>
      <details className="nhsuk-details" open={isOpen}>
        <summary className="nhsuk-details__summary">
          <span className="nhsuk-details__summary-text">
            {whoTold(answer)}, {how}
          </span>
        </summary>
        <div className="nhsuk-details__text">
          <ul className="nhsuk-list nhsuk-list--bullet">
            {linesOfTold(answer.told).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {isOpen && (
            <p>
              Take over in:{' '}
              {takenBy.map((kind, place) => (
                <span key={kind}>
                  {place > 0 && ', '}
                  <Link to={recordPath(kind, 0)} search={{ id: pathway.id, patientId: patient.id }}>
                    {recordKinds[kind].title}
                  </Link>
                </span>
              ))}
              . Saving the form accepts them.
            </p>
          )}
        </div>
      </details>
      {seen}
    </>
  )
}

const shortOf = (sign: string): string => redFlagSigns.find(({ code }) => code === sign)?.short ?? sign

export const SaidSigns = ({ said }: { said: ToldOfPathway['signs'][number] }) => (
  <div>
    <p>{said.told.signs.map(shortOf).join(', ')}</p>
    <p className="sf-quiet">{whoTold(said)}. Each is a red flag.</p>
  </div>
)

export const SaidDiary = ({ diary }: { diary: ToldOfPathway['diaries'][number] }) => (
  <>
    <p>
      Exercise at home{' '}
      <span className="sf-part__note">exercise plan of {formatDate(diary.exercisePlanDate)}</span>
      <br />
      {diary.toldMinutes} minutes in all, said by the patient and {notChecked}. They are not among the hours
      under Classes and hours.
    </p>
    <table className="sf-table">
      <caption className="nhsuk-u-visually-hidden">Exercise at home by week, as the patient said</caption>
      <thead>
        <tr>
          {['Week from', 'Days', 'Minutes', 'With pain'].map((title) => (
            <th scope="col" key={title}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {diary.weeks.map(({ weekDate, days, minutes, painDays }) => (
          <tr key={weekDate}>
            <td className="sf-nowrap">{formatDate(weekDate)}</td>
            <td className="sf-nowrap">{days} of 7</td>
            <td>{minutes}</td>
            <td>{painDays}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
)
