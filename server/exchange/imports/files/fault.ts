/** What is wrong with a row: in which column of the file, if in one, and what stands there. */
export interface Fault {
  column: string
  value: string
  message: string
  /** Of the contract, where it is one field that is wrong. */
  field?: string
}
