/** How a part is, in a word that tells an anonymous caller nothing more (OP-5). */
export type PartState =
  | 'ok'
  /** Cannot be reached. */
  | 'away'
  /** Gives no answer in time. */
  | 'slow'
  /** Has no room left. */
  | 'full'
  /** May not be written to. */
  | 'closed'
  /** Is another role than the application's, or has no timeouts. */
  | 'wrong'
  /** The schema lacks a migration of this release, or has one of a newer release. */
  | 'behind'
  | 'ahead'
  /** Jobs wait that should have been done. */
  | 'late'
  /** Cannot be told, because the database does not answer. */
  | 'unknown'

const full = ['53100', 'ENOSPC', 'EDQUOT']
const closed = ['42501', '25006', 'EACCES', 'EPERM', 'EROFS']

export const stateOfFailure = (error: unknown): PartState => {
  const { code = '' } = error as { code?: string }
  return full.includes(code) ? 'full' : closed.includes(code) ? 'closed' : 'away'
}
