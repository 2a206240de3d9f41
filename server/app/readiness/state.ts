/** The state of a part, as a word that reveals nothing more to an anonymous caller (OP-5). */
export type PartState =
  | 'ok'
  /** Cannot be reached. */
  | 'away'
  /** Does not answer in time. */
  | 'slow'
  /** Out of space. */
  | 'full'
  /** Not writable. */
  | 'closed'
  /** The session has another role than the application's, or no timeouts. */
  | 'wrong'
  /**
   * Behind: the schema lacks a migration of this release. Ahead: a newer migration removed something that this release
   * uses.
   */
  | 'behind'
  | 'ahead'
  /** Overdue jobs are waiting. */
  | 'late'
  /** Cannot be determined, because the database does not answer. */
  | 'unknown'

const full = ['53100', 'ENOSPC', 'EDQUOT']
const closed = ['42501', '25006', 'EACCES', 'EPERM', 'EROFS']

export const stateOfFailure = (error: unknown): PartState => {
  const { code = '' } = error as { code?: string }
  return full.includes(code) ? 'full' : closed.includes(code) ? 'closed' : 'away'
}
