/** A file as it may be stored. */
export interface Inspected {
  content: Buffer
  /** The file was unreadable as sent, and was repaired without loss. */
  isRepaired: boolean
}
