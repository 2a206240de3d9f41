import { open } from 'node:fs/promises'
import { stringify } from 'csv-stringify/sync'
import type { Outcome } from './outcome.ts'
import type { ColumnsMissing } from './problem.ts'
import { idInWords } from './sheet.ts'

/** The file that says of each row what is to be put right. It holds patient data. */
export interface FaultsFile {
  add: (outcomes: readonly Outcome[]) => Promise<void>
  addLine: (cells: readonly (string | number)[]) => Promise<void>
  close: () => Promise<void>
}

/** Writes what was read for the names of the columns, so that somebody can see what stands there instead. */
export const writeMissing = async (path: string, { file, cells }: ColumnsMissing): Promise<void> => {
  const faults = await openFaultsFile(path)
  await faults.addLine([file, 1, '', '', cells.join(' | '), 'This was read for the names of the columns'])
  await faults.close()
}

const line = (cells: readonly (string | number)[]): string =>
  stringify([cells], { escape_formulas: true, record_delimiter: 'windows' })

/** For its owner alone to read; what stood there before is written over. */
export const openFaultsFile = async (path: string): Promise<FaultsFile> => {
  const file = await open(path, 'w', 0o600)
  await file.chmod(0o600)
  await file.write(
    `\ufeff${line(['File', 'Row', 'Their id', 'Column', 'What stands there', 'What is wrong'])}`,
  )
  return {
    add: async (outcomes) => {
      const lines = outcomes.flatMap(({ row, faults }) =>
        faults.map(({ column, value, message }) =>
          line([row.sheet.file, row.row, idInWords(row.key), column, value, message]),
        ),
      )
      if (lines.length > 0) await file.write(lines.join(''))
    },
    addLine: async (cells) => {
      await file.write(line(cells))
    },
    close: () => file.close(),
  }
}
