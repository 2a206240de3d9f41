/** What keeps an import from beginning, in sentences for the person who runs it; holds no patient data. */
export class ImportProblem extends Error {
  readonly lines: readonly string[]
  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

/** The names of the columns were not found; the row that was read for them may be of a patient, and is for the file of errors alone. */
export class ColumnsMissing extends ImportProblem {
  readonly file: string
  readonly cells: readonly string[]
  constructor(lines: readonly string[], file: string, cells: readonly string[]) {
    super(lines)
    this.file = file
    this.cells = cells
  }
}
