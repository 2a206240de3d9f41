/** A file as it may be stored. */
export interface Inspected {
  content: Buffer
  /** It could not be read as it was sent, and nothing of it is lost. */
  isRepaired: boolean
}
