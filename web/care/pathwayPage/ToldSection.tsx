import { useQuery } from '@tanstack/react-query'
import type { ToldOfPathway, ToldQuestions } from '../../../contract/care/person/questions.ts'
import { linesOfTold, notChecked, whoTold } from '../../../contract/care/person/questionsTaken.ts'
import { formatDate, formatDateTime } from '../../../contract/platform/words/format.ts'
import { redFlagSigns } from '../../../contract/reference/redFlagSigns.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { toldQuery } from '../../pathways/records/toldQuery.ts'
import { useMay } from '../../platform/session/session.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { Section } from './Section.tsx'

/** What the patient answered on the own page about falls and exercise. Not there while nothing was answered. */
export const ToldSection = () => (useMay('clinical.write') ? <Told /> : null)

const Told = () => {
  const { pathway } = usePathway()
  const { data, error, refetch } = useQuery(toldQuery(pathway.id))
  if (data === undefined)
    return error === null ? null : (
      <Section id="told" title="Told on the own page">
        <LoadingOrFailed what="answers" error={error} refetch={refetch} />
      </Section>
    )
  if (data.questions.length + data.signs.length + data.diaries.length === 0) return null
  return (
    <Section id="told" title="Told on the own page" note="about falls and exercise">
      {data.signs.map((each) => (
        <p key={each.id}>
          {whoTold(each)}: <strong>{each.told.signs.map(shortOf).join(', ')}</strong>{' '}
          <span className="sf-quiet">Each is a red flag</span>
        </p>
      ))}
      {data.questions.map((answer) => (
        <Answer key={answer.id} answer={answer} />
      ))}
      {data.diaries.map((diary) => (
        <Diary key={diary.exerciseId} diary={diary} />
      ))}
    </Section>
  )
}

const shortOf = (sign: string): string => redFlagSigns.find(({ code }) => code === sign)?.short ?? sign

const settledWords: Readonly<Record<string, string>> = {
  accepted: 'accepted by saving a record',
  replaced: 'answered again later',
}

const Answer = ({ answer }: { answer: ToldQuestions }) => {
  const { settledAt, settledHow } = answer
  const how =
    settledAt === null
      ? notChecked
      : `${settledWords[settledHow ?? ''] ?? 'settled'} on ${formatDateTime(settledAt)}`
  return (
    <details className="nhsuk-details" open={settledAt === null}>
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
        {settledAt === null && (
          <p className="sf-quiet">
            Add a follow-up, a contact note or a fall: the form takes the answers over, and saving it accepts
            them.
          </p>
        )}
      </div>
    </details>
  )
}

const Diary = ({ diary }: { diary: ToldOfPathway['diaries'][number] }) => (
  <>
    <p>
      Exercise at home{' '}
      <span className="sf-part__note">exercise plan of {formatDate(diary.exercisePlanDate)}</span>
      <br />
      {diary.toldMinutes} minutes in all, told by the patient and {notChecked}. They are not among the hours
      under Classes and hours.
    </p>
    <table className="sf-table">
      <caption className="nhsuk-u-visually-hidden">Exercise at home by week, told by the patient</caption>
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
