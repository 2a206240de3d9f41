import { type FileReply, mediaTypes } from '../../../contract/platform/calls/file.ts'
import { type ReportType } from '../../../contract/insight/report.ts'
import type { RenderedReport } from './renderedReport.ts'
import { renderInWorker } from './renderWorkerPool.ts'
import { renderHtml } from './html.ts'
import { renderCsv } from './spreadsheet.ts'

const draw: Record<
  ReportType,
  (report: RenderedReport, hasPeople: boolean, note: string) => FileReply['body'] | Promise<FileReply['body']>
> = {
  html: (report, hasPeople) => renderHtml(report, { hasPeople }),
  pdf: (report, _, note) => renderInWorker({ type: 'pdf', report }, note),
  csv: renderCsv,
  xlsx: (report) => renderInWorker({ type: 'xlsx', report }),
}

/** Whether this type of file contains every single entry, and not only those that a page shows. */
export const isWhole = (type: ReportType): boolean => type === 'csv' || type === 'xlsx'

/**
 * A counted report as a page to show or a file to save.
 * @param mayOpen whether numbers link to their patients
 * @param note also printed at the foot of each page on paper
 */
export const fileOf = async (
  report: RenderedReport,
  type: ReportType,
  mayOpen: boolean,
  note: string,
): Promise<FileReply> => ({
  type: mediaTypes[type],
  name: type === 'html' ? null : `${report.name}.${type}`,
  body: await draw[type](report, mayOpen && !report.suppress, note),
})
