import type { Counts, Fault, SourceRow } from './sheet.ts'

/** What became of a row. */
export interface Outcome {
  row: SourceRow
  how: keyof Omit<Counts, 'rows'>
  /** What is to be put right, or what it waits for. */
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
