import { randomUUID } from 'node:crypto'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { decryptText, type EncryptionKey } from '../../../platform/crypto/encryption.ts'
import { fhirPath } from '../../settings/settings.ts'
import { post, type Posted } from '../../smart/post.ts'
import { claim, nextOf, release, type Due, type Sending } from './due.ts'
import { millisecondsOf } from '../mapping/instants.ts'
import { notificationOf } from './notification.ts'
import { contextOfSubscription } from './register.ts'
import { settle, type Outcome } from './settle.ts'
import { signedHeaders } from './sign.ts'

/** Nobody waits longer for an address that somebody typed. */
const longestWaitMs = 5_000
/** After so many, other work of the queue has its turn. */
const mostAtOnce = 20

/**
 * Sends what is due, in order for each subscription: the next is sent when the one before was taken.
 * @returns whether more is due
 */
export const sendDue = async (service: Sending): Promise<boolean> => {
  for (let sent = 0; sent < mostAtOnce;) {
    const due = await claim(service)
    if (due === null) return false
    sent += await sendTo(service, due, mostAtOnce - sent)
  }
  return true
}

/** @returns how many messages were sent or tried */
const sendTo = async (service: Sending, due: Due, most: number): Promise<number> => {
  const { db, clock } = service
  if (due.state === 'requested') {
    const said = {
      messageId: randomUUID(),
      at: instantOf(clock()),
      subscriptionId: due.id,
      events: due.events,
    }
    const outcome = await send(service, due, said.messageId, notificationOf(baseOf(service), said, null))
    await settle(db.sql, clock(), due, outcome, null)
    return 1
  }
  let ours: Due = due
  for (let sent = 0; ; sent += 1) {
    const notice = sent < most ? await nextOf(service, ours) : null
    if (notice === null) {
      await release(db.sql, clock(), ours)
      // Looking counts too, so that a subscription whose notices are all withheld does not keep the queue.
      return Math.max(sent, 1)
    }
    ours = { ...ours, leasedUntil: notice.leasedUntil }
    const { messageId, happenedAt, number, topic, focus } = notice
    const said = { messageId, at: happenedAt, subscriptionId: due.id, events: number }
    const bundle = notificationOf(baseOf(service), said, { topic, number, focus })
    const outcome = await send(service, ours, messageId, bundle)
    if (!(await settle(db.sql, clock(), ours, outcome, notice)) || outcome.as !== 'sent') return sent + 1
    ours = { ...ours, attempts: 0, failingSince: null }
  }
}

const baseOf = ({ fhir }: Sending): string => `${fhir.publicUrl}${fhirPath}`

const send = async (
  { fhir, clock, secretKey }: Sending,
  { id, endpoint, sealedSecret, sealedSecretBefore }: Due,
  messageId: string,
  bundle: object,
): Promise<Outcome> => {
  const body = JSON.stringify(bundle)
  const secret = opened(secretKey, id, sealedSecret)
  if (secret === null) return { as: 'stuck', problem: 'Its secret cannot be opened. Make a new one.' }
  const before = sealedSecretBefore === null ? null : opened(secretKey, id, sealedSecretBefore)
  const secrets = [secret, ...(before === null ? [] : [before])]
  const headers = {
    'content-type': 'application/fhir+json',
    ...signedHeaders(secrets, { messageId, at: clock(), body }),
  }
  const asked = { headers, body, hosts: fhir.keyHosts, longestWait: longestWaitMs }
  const answer = await post(endpoint, asked).catch(() => null)
  return answer === null
    ? { as: 'again', problem: 'It could not be reached.', after: 0 }
    : outcomeOf(answer, clock())
}

/** Null if it was sealed with a secret key that was lost or changed since. */
const opened = (key: EncryptionKey, id: number, sealed: Buffer): string | null => {
  try {
    return decryptText(key, contextOfSubscription(id), sealed)
  } catch {
    // The authentication tag does not match, so another key sealed it. Node has no error code for this.
    return null
  }
}

/** As Standard Webhooks reads an answer: 410 asks for no more, and Retry-After says when to try again. */
const outcomeOf = ({ status, retryAfter }: Posted, now: number): Outcome => {
  if (status >= 200 && status < 300) return { as: 'sent' }
  if (status === 410) return { as: 'off', problem: 'It answered 410: it wants no more notices.' }
  const asked =
    retryAfter === null
      ? 0
      : /^\d+$/.test(retryAfter)
        ? Number(retryAfter) * 1000
        : millisecondsOf(retryAfter) - now
  return { as: 'again', problem: `It answered ${status}.`, after: Number.isFinite(asked) ? asked : 0 }
}
