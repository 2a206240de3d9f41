import { ValidationProblem, forbidden } from '../errors.ts'
import type { Call } from '../http/route.ts'
import { catalogue } from './catalogue.ts'
import type { Report } from './definition.ts'

/** The report of this name (IO-6: from a list), when the caller's rights are enough for it. */
export const requireReport = ({ may }: Call, name: string): Report => {
  const report = catalogue.find((each) => each.name === name)
  if (report === undefined) throw new ValidationProblem({ reportName: 'Choose a report from the list' })
  if (!may(report.capability)) throw forbidden()
  return report
}
