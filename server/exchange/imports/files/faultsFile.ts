import { open } from 'node:fs/promises'
import { csvFile, csvLines } from '../../../platform/files/csv.ts'
import type { Outcome } from '../outcome.ts'
import type { ColumnsMissing } from './problem.ts'
import { idInWords } from './sheet.ts'

type Cells = readonly (string | number)[]

/** The file that lists, row by row, what must be corrected. It contains patient data. */
export interface FaultsFile {
  add: (outcomes: readonly Outcome[]) => Promise<void>
  addLine: (cells: Cells) => Promise<void>
  close: () => Promise<void>
}

/** Writes the row that was read as the column names, so that the user can see what it contains. */
export const writeMissing = async (path: string, { file, cells }: ColumnsMissing): Promise<void> => {
  const faults = await openFaultsFile(path)
  await faults.addLine([file, 1, '', '', cells.join(' | '), 'This row was read as the names of the columns'])
  await faults.close()
}

/** Readable by its owner only. Overwrites an existing file. */
export const openFaultsFile = async (path: string): Promise<FaultsFile> => {
  const file = await open(path, 'w', 0o600)
  await file.chmod(0o600)
  await file.write(csvFile([['File', 'Row', 'Their id', 'Column', 'What stands there', 'What is wrong']]))
  return {
    add: async (outcomes) => {
      const lines = outcomes.flatMap(({ row, faults }) =>
        faults.map(({ column, value, message }): Cells => [
          row.sheet.file,
          row.row,
          idInWords(row.key),
          column,
          value,
          message,
        ]),
      )
      if (lines.length > 0) await file.write(csvLines(lines))
    },
    addLine: async (cells) => {
      await file.write(csvLines([cells]))
    },
    close: () => file.close(),
  }
}
