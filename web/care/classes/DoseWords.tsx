import { today } from '../../../contract/platform/dates/dates.ts'
import { behindInWords, doseInWords, doseOf, type DoseFacts } from '../../../contract/care/classes/dose.ts'

/** Hours of exercise compared with the recommendation, in words, and whether the person is behind. */
export const DoseWords = ({ facts }: { facts: DoseFacts }) => {
  const dose = doseOf(facts, today())
  const behind = behindInWords(dose)
  return (
    <>
      {doseInWords(dose)}
      {behind !== null && (
        <>
          {' '}
          <span className="sf-tag sf-tag--late">{behind}</span>
        </>
      )}
    </>
  )
}
