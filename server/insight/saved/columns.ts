import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import type { saveSavedReport } from '../../../contract/insight/savedReport.ts'
import { savedTable, type ColumnsOf } from '../../platform/writes/columns.ts'

export const savedReportColumns = {
  name: 'name',
  reportName: 'report_name',
  period: 'period',
  dateFrom: 'date_from',
  dateTo: 'date_to',
  suppress: 'suppress',
  isMonthly: 'is_monthly',
} as const satisfies ColumnsOf<CheckedInputOf<typeof saveSavedReport>, 'saved_report', 'id' | 'version'>

export const savedReportTable = savedTable({
  table: 'saved_report',
  entity: 'savedReport',
  columns: savedReportColumns,
  labels: labels.savedReport,
})
