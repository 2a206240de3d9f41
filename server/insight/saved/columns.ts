import { labels } from '../../../contract/platform/words/labels.ts'
import { saveSavedReport } from '../../../contract/insight/savedReport.ts'
import { columnsOf, savedTable } from '../../platform/writes/columns.ts'

export const savedReportColumns = columnsOf(saveSavedReport.input.shape, ['id', 'version'])

export const savedReportTable = savedTable({
  table: 'saved_report',
  entity: 'savedReport',
  columns: savedReportColumns,
  labels: labels.savedReport,
})
