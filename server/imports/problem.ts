/** What keeps an import from beginning, in sentences for the person who runs it; holds no patient data. */
export class ImportProblem extends Error {
  readonly lines: readonly string[]
  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}
