import { createHmac, randomUUID } from 'node:crypto'
import { instantOf } from '../../../../../contract/platform/words/format.ts'

/** The minute in UTC as the header has it: yyyymmddHHMM. */
export const meshMinute = (now: number): string => instantOf(now).slice(0, 16).replaceAll(/[-T:]/g, '')

/** What both sides compute (NHS England, MESH API: authorisation header). */
export const meshDigest = (
  { mailbox, password, sharedKey }: { mailbox: string; password: string; sharedKey: string },
  nonce: string,
  count: string,
  minute: string,
): string =>
  createHmac('sha256', sharedKey).update(`${mailbox}:${nonce}:${count}:${password}:${minute}`).digest('hex')

/** The header of one request. Each has a number of its own, because MESH refuses one that it has seen. */
export const authorisation = (
  secrets: { mailbox: string; password: string; sharedKey: string },
  now: number,
): string => {
  const [nonce, minute] = [randomUUID(), meshMinute(now)]
  return `NHSMESH ${secrets.mailbox}:${nonce}:1:${minute}:${meshDigest(secrets, nonce, '1', minute)}`
}
