import { sha256 } from '../../crypto/sha256.ts'

/** The only form so far in which events are written down to be hashed (`audit_row_hash` in db/migrations/0046). */
export const formOfEvents = 1

/** What of a segment lies in one month. */
export interface SealedMonth {
  /** First day of the month. */
  month: string
  events: number
  /** Of the marks, hexadecimal. */
  hash: string
}

export interface Segment {
  number: number
  firstId: number
  lastId: number
  form: number
  previousHash: string
  hash: string
  /** Seconds since the epoch with their decimals, as PostgreSQL writes them. */
  sealedAt: string
  months: readonly SealedMonth[]
}

/** The hash before the first segment. */
export const hashOfNothing = sha256('').toString('hex')

/** What the hash of a segment must be: over everything else that is known of it (`seal_audit_segment` in db/migrations/0046). */
export const segmentHash = (segment: Omit<Segment, 'hash'>): string =>
  sha256(
    [
      'surefoot audit segment',
      segment.form,
      segment.number,
      segment.firstId,
      segment.lastId,
      segment.sealedAt,
      segment.previousHash,
      ...segment.months.map(({ month, events, hash }) => `${month} ${events} ${hash}`),
    ].join('\n'),
  ).toString('hex')
