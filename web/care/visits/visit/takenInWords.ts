import type { VisitPack } from '../../../../contract/care/visits/visits.ts'
import { dayOfInstant } from '../../../../contract/platform/dates/wallTime.ts'
import { today } from '../../../../contract/platform/dates/dates.ts'
import { formatDate, formatTime } from '../../../../contract/platform/words/format.ts'

/** How old what is shown is: 'As of 08:10 today'. Later changes are not in it. */
export const takenInWords = ({ madeAt }: Pick<VisitPack, 'madeAt'>): string => {
  const day = dayOfInstant(madeAt)
  return `As of ${formatTime(madeAt)} ${day === today() ? 'today' : `on ${formatDate(day)}`}`
}
