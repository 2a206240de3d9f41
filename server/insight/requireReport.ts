import { today, type CalendarDate } from '../../contract/platform/dates/dates.ts'
import { dateInFuture } from '../../contract/platform/words/messages.ts'
import { ValidationProblem, forbidden } from '../platform/errors.ts'
import type { Call } from '../platform/http/calls/route.ts'
import { catalogue } from './catalogue/catalogue.ts'
import type { Report } from './reports/definition.ts'

/**
 * The report with this name, if the caller has the rights to it. The name must be in the list (IO-6).
 *
 * @param days the requested days. The first may not be after today; for a report of the state at the end of a day,
 * the last may not be either. A period that is still running counts what has happened so far
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
