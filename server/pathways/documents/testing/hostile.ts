/** A file that must not come through as it was sent. */
export interface Hostile {
  says: string
  name: string
  content: Buffer
  /** Why it is refused; without it, it is taken with what made it hostile taken out. */
  why?: RegExp
}
