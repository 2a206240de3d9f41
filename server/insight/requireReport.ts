import { today, type CalendarDate } from '../../contract/platform/dates/dates.ts'
import { dateInFuture } from '../../contract/platform/words/messages.ts'
import { ValidationProblem, forbidden } from '../platform/errors.ts'
import type { Call } from '../platform/http/calls/route.ts'
import { catalogue } from './catalogue/catalogue.ts'
import type { Report } from './reports/definition.ts'

/**
 * The report of this name (IO-6: from a list), when the caller's rights are enough for it.
 *
 * @param days the days asked for: none that begins after today, and of a report that shows a day as it was none that ends after it.
 *   A period that goes on counts what there is of it
 */
export const requireReport = (
  { may, service }: Call,
  name: string,
  { dateFrom = '', dateTo = '' }: { dateFrom?: CalendarDate; dateTo?: CalendarDate } = {},
): Report => {
  const report = catalogue.find((each) => each.name === name)
  if (report === undefined) throw new ValidationProblem({ reportName: 'Choose a report from the list' })
  if (!may(report.capability)) throw forbidden()
  const now = today(service.clock())
  if (report.isSnapshot === true && dateTo > now) throw new ValidationProblem({ dateTo: dateInFuture })
  if (dateFrom > now) throw new ValidationProblem({ dateFrom: dateInFuture })
  return report
}
