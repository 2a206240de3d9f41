import { today, type CalendarDate } from '../../contract/dates.ts'
import { dateInFuture } from '../../contract/messages.ts'
import { ValidationProblem, forbidden } from '../errors.ts'
import type { Call } from '../http/route.ts'
import { catalogue } from './catalogue.ts'
import type { Report } from './definition.ts'

/** The report of this name (IO-6: from a list), when the caller's rights are enough for it. */
/** @param dateTo the last day asked for: of a report that shows a day as it was, none that has not come */
export const requireReport = ({ may, service }: Call, name: string, dateTo?: CalendarDate): Report => {
  const report = catalogue.find((each) => each.name === name)
  if (report === undefined) throw new ValidationProblem({ reportName: 'Choose a report from the list' })
  if (!may(report.capability)) throw forbidden()
  if (report.isSnapshot === true && dateTo !== undefined && dateTo > today(service.clock()))
    throw new ValidationProblem({ dateTo: dateInFuture })
  return report
}
