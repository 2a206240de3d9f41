/** Why an import cannot begin, as sentences for the person who runs it. Contains no patient data. */
export class ImportProblem extends Error {
  readonly lines: readonly string[]
  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

/**
 * The column names were not found. The row read in their place may be a patient's, so it goes only into the faults
 * file.
 */
export class ColumnsMissing extends ImportProblem {
  readonly file: string
  readonly cells: readonly string[]
  constructor(lines: readonly string[], file: string, cells: readonly string[]) {
    super(lines)
    this.file = file
    this.cells = cells
  }
}
