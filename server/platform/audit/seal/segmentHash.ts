import { sha256 } from '../../crypto/sha256.ts'

/** The only format so far in which events are serialised for hashing (`audit_row_hash` in db/migrations/0046). */
export const formOfEvents = 1

/** The part of a segment that lies in one month. */
export interface SealedMonth {
  /** First day of the month. */
  month: string
  events: number
  /** Hash of the marks, in hexadecimal. */
  hash: string
}

export interface Segment {
  number: number
  firstId: number
  lastId: number
  form: number
  previousHash: string
  hash: string
  /** Seconds since the epoch with decimals, as PostgreSQL writes them. */
  sealedAt: string
  months: readonly SealedMonth[]
}

/** The hash before the first segment. */
export const hashOfNothing = sha256('').toString('hex')

/**
 * The hash that a segment must have, computed over all its other fields (`seal_audit_segment` in db/migrations/0046).
 */
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
