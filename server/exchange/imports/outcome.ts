import type { KnownRows } from './checks/knownRows.ts'
import type { Fault } from './files/fault.ts'
import type { Counts, SourceRow } from './files/sheet.ts'

/** What became of a row. */
export interface Outcome {
  row: SourceRow
  how: keyof Omit<Counts, 'rows'>
  /** What must be corrected, or what the row waits for. */
  faults: readonly Fault[]
}

export const refused = (row: SourceRow, faults: readonly Fault[]): Outcome => ({
  row,
  how: 'refused',
  faults,
})

export const waiting = (row: SourceRow, message: string): Outcome => ({
  row,
  how: 'waiting',
  faults: [{ column: '', value: '', message }],
})

/** What a row waits for, as a sentence. */
export const waitsFor = ({ row, sheet }: SourceRow): string =>
  `Waits for row ${row} of ${sheet.file}, which was refused`

/** An earlier import brought the row in. Nothing is done, but a change in the file since is reported. */
export const broughtBefore = (known: KnownRows, row: SourceRow): Outcome => {
  const isSame = known.of(row.sheet.record, row.key)?.content.equals(row.sheet.contentOf(row)) === true
  if (isSame) return { row, how: 'before', faults: [] }
  const message =
    'Brought in before, and changed in the file since: nothing was changed here. Make the change in Surefoot if it is right'
  return { row, how: 'changed', faults: [{ column: '', value: '', message }] }
}
