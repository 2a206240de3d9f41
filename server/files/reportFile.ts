import type { FileReply } from '../../contract/file.ts'
import { mediaTypes, type ReportType } from '../../contract/report.ts'
import type { DrawnReport } from './renderedReport.ts'
import { drawApart } from './renderWorkerPool.ts'
import { drawHtml } from './html.ts'
import { drawCsv } from './spreadsheet.ts'

const draw: Record<
  ReportType,
  (report: DrawnReport, hasPeople: boolean) => FileReply['body'] | Promise<FileReply['body']>
> = {
  html: (report, hasPeople) => drawHtml(report, { hasPeople }),
  pdf: (report) => drawApart({ type: 'pdf', report }),
  csv: drawCsv,
  xlsx: (report) => drawApart({ type: 'xlsx', report }),
}

/** Whether this kind of file has all single entries, and not only those that a page shows. */
export const isWhole = (type: ReportType): boolean => type === 'csv' || type === 'xlsx'

/** A counted report as a page to show or a file to save. @param mayOpen whether numbers lead to their patients */
export const fileOf = async (
  report: DrawnReport,
  type: ReportType,
  mayOpen: boolean,
): Promise<FileReply> => ({
  type: mediaTypes[type],
  name: type === 'html' ? null : `${report.name}.${type}`,
  body: await draw[type](report, mayOpen && !report.suppress),
})
