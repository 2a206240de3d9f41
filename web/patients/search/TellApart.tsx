import { withheldWords } from '../../../contract/platform/calls/withheld.ts'
import { ageOn, today } from '../../../contract/platform/dates/dates.ts'
import { formerlyInWords, nearName } from '../../../contract/patients/patientColumns.ts'
import type { SearchedRow } from './searchResultsStore.ts'

/**
 * Details beside the name of a patient whom the search box found: age and address, which distinguish two people with
 * the same name, and whether the name is near. Results of the two forms have only the columns of the specification. The
 * former name that found a patient is shown in both.
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
