/** What is wrong with a row: the column of the file, if it is in one, and the cell's content. */
export interface Fault {
  column: string
  value: string
  message: string
  /** The contract's field, if a single field is wrong. */
  field?: string
}
