import { formatCount } from '../../../contract/platform/words/format.ts'

/** Senders of referrals to whom a message could not be delivered. */
export const sendersToRingInWords = (count: number): string =>
  count === 1 ? '1 sender to ring' : `${formatCount(count)} senders to ring`
