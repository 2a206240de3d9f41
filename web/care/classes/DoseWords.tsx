import { today } from '../../../contract/platform/dates/dates.ts'
import { behindInWords, doseInWords, doseOf, type DoseFacts } from '../../../contract/care/classes/dose.ts'

/** Hours of exercise against what is recommended, and whether somebody is behind, in words. */
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
