import { today } from '../../../contract/platform/dates/dates.ts'
import { catalogue } from '../../insight/catalogue/catalogue.ts'
import { parse } from 'csv-parse/sync'
import type { ReportType } from '../../../contract/insight/report.ts'
import type { TestService } from '../process/service.ts'
import type { TestUser } from '../world/users.ts'

const usualLastDay = '2026-12-31'

/** A report of how things stood takes no day that has not come. */
const lastDayOf = (reportName: string | undefined): string => {
  const isSnapshot = catalogue.find(({ name }) => name === reportName)?.isSnapshot === true
  return isSnapshot && today() < usualLastDay ? today() : usualLastDay
}

interface Asking {
  reportName: string
  dateFrom?: string
  dateTo?: string
  type?: ReportType
  suppress?: boolean
}

/** Runs a report through HTTP. */
export const askReport = async (
  { app }: TestService,
  user: TestUser,
  { dateFrom = '2026-01-01', dateTo, type = 'html', ...asking }: Asking,
) => {
  const response = await app.inject({
    method: 'POST',
    url: `/api/report/${asking.reportName}`,
    headers: { authorization: `Bearer ${user.accessToken}` },
    payload: { ...asking, dateFrom, dateTo: dateTo ?? lastDayOf(asking.reportName), type },
  })
  return {
    status: response.statusCode,
    headers: response.headers,
    bytes: response.rawPayload,
    text: response.body,
  }
}

/** Asks for the patients behind a number of a report, of a year unless said. */
export const askPeople = ({ app }: TestService, user: TestUser, input: Record<string, unknown>) =>
  app.inject({
    method: 'POST',
    url: `/api/report/${String(input['reportName'])}/people`,
    headers: { authorization: `Bearer ${user.accessToken}` },
    payload: { dateFrom: '2025-11-01', dateTo: '2026-10-31', ...input },
  })

export interface ReadSection {
  columns: string[]
  rows: string[][]
}

/** The sections of a report in CSV, by title. */
export const readSections = (csv: string): Map<string, ReadSection> => {
  const [, ...blocks] = csv.replace('\ufeff', '').split('\r\n\r\n')
  return new Map(
    blocks.map((block) => {
      const [[title = ''] = [], ...rest] = parse(block, { relax_column_count: true })
      const hasNote = rest[0]?.length === 1 && (rest[1]?.length ?? 0) > 1
      const [columns = [], ...rows] = hasNote ? rest.slice(1) : rest
      return [title, { columns, rows }]
    }),
  )
}
