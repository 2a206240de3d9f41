import type { ClassRow } from '../../../contract/care/classes/class.ts'
import { clearingWarning } from '../../../contract/care/classes/clearing.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { isOver } from './inWords.ts'

/** Says if more people wait for a class than can be expected to get a place in it. */
export const ClearingWarning = ({ of }: { of: ClassRow }) => {
  const warning = isOver(of) ? null : clearingWarning(of, today())
  return warning === null ? null : (
    <p className="sf-prompt" role="note">
      {warning}
    </p>
  )
}
