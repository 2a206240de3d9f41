import { withheldWords } from '../../../contract/platform/calls/withheld.ts'
import { ageOn, today } from '../../../contract/platform/dates/dates.ts'
import { formerlyInWords, nearName } from '../../../contract/patients/patientColumns.ts'
import type { SearchedRow } from './searchResultsStore.ts'

/**
 * Beside the name of who was found by the one box: age and address, by which two people of one name are told apart, and whether the
 * name is near. What the two forms find has the columns of the specification alone; a former name by which somebody was found stands
 * beside both.
 */
export const TellApart = ({ row }: { row: SearchedRow }) => {
  const { address, dateOfBirth, deceased, isNear, isWithheld } = row
  const formerly = formerlyInWords(row)
  const facts = [
    ...(isNear === undefined || dateOfBirth === null || deceased
      ? []
      : [`${ageOn(dateOfBirth, today())} years`]),
    ...(address ? [address] : []),
    ...(isNear !== undefined && isWithheld === true ? [`address ${withheldWords.toLowerCase()}`] : []),
  ]
  return (
    <>
      {formerly !== null && ' '}
      {formerly !== null && <span className="sf-tag sf-tag--near">{formerly}</span>}
      {isNear && ' '}
      {isNear && <span className="sf-tag sf-tag--near">{nearName}</span>}
      {facts.length > 0 && ' '}
      {facts.length > 0 && <span className="sf-found__facts">{facts.join(' · ')}</span>}
    </>
  )
}
