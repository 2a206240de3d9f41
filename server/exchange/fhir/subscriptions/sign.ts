import { createHmac, randomBytes } from 'node:crypto'

/* Signatures in the form of Standard Webhooks 1.0 (github.com/standard-webhooks, spec/standard-webhooks.md). */

/** Between 24 and 64 bytes. */
const secretBytes = 32
const prefix = 'whsec_'

export const newSecret = (): string => prefix + randomBytes(secretBytes).toString('base64')

/**
 * The headers of a message, signed with each secret so that a receiver may still have the one before.
 * @param at the moment of the attempt, in milliseconds since the epoch
 */
export const signedHeaders = (
  secrets: readonly string[],
  { messageId, at, body }: { messageId: string; at: number; body: string },
): Record<string, string> => {
  const timestamp = String(Math.floor(at / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
