import type { SaidOnPage } from '../../../contract/pathways/records/said.ts'
import { dayOfInstant } from '../../../contract/platform/dates/wallTime.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'

/** Whether somebody still wants to come, as they said on their own page, with its day. */
export const SaidOfWait = ({ said: { at, words } }: { said: SaidOnPage }) => (
  <span className="sf-tag">
    {words}, {formatDate(dayOfInstant(at))}
  </span>
)
