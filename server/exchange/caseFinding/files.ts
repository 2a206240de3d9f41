import type { FileReply } from '../../../contract/platform/calls/file.ts'
import { mediaTypes } from '../../../contract/platform/calls/file.ts'
import { faultOutcome } from '../../../contract/exchange/caseFinding/caseFinding.ts'
import { listColumns } from '../../../contract/exchange/caseFinding/columns.ts'
import { csvFile } from '../../platform/files/csv.ts'
import type { ListFault } from './reading/readList.ts'

const asFile = (name: string, rows: Parameters<typeof csvFile>[0]): FileReply => ({
  type: mediaTypes.csv,
  name,
  body: csvFile(rows),
})

export const templateFile = (): FileReply =>
  asFile('case-finding-template.csv', [listColumns.map(({ title }) => title)])

/** What is to be corrected, row by row. It names people. */
export const faultsFile = (faults: readonly (ListFault & { file: string })[]): FileReply =>
  asFile('case-finding-errors.csv', [
    ['File', 'Row', 'Column', 'What stands there', 'What is wrong', 'What happens to the row'],
    ...faults.map(({ file, row, column, value, text, isRefused }) => [
      file,
      row,
      column,
      value,
      text,
      faultOutcome({ column, isRefused }),
    ]),
  ])
