/** A file that must not be stored as it was sent. */
export interface Hostile {
  says: string
  name: string
  content: Buffer
  /** The reason for its refusal. Without it, the file is accepted once the hostile content is removed. */
  why?: RegExp
}
