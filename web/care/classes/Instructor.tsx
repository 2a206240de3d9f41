import type { ClassRow } from '../../../contract/care/classes/class.ts'
import { Sentence } from '../../platform/ui/Sentence.tsx'
import { qualificationWarning } from './inWords.ts'

/** The instructor of a class, the qualification, and a warning if it expires too early. */
export const Instructor = ({ of }: { of: ClassRow }) => {
  const warning = qualificationWarning(of.qualificationExpires, of.lastDate)
  return (
    <>
      {of.names.clinician}
      {of.qualification !== null && <span className="sf-quiet"> · {of.qualification}</span>}
      {warning !== null && (
        <>
          {' '}
          <span className="sf-tag sf-tag--late">
            <Sentence>{warning}</Sentence>
          </span>
        </>
      )}
    </>
  )
}
