import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { settle } from '../../../care/letters/settleDispatch.ts'
import { noteStatus } from '../../../care/telling/messages/settle.ts'
import { sha256 } from '../../../platform/crypto/sha256.ts'
import type { Rights } from '../../../platform/http/request/rights.ts'
import type { ExchangeService } from '../../settings/settings.ts'
import { receiveText } from '../../../care/fallsCalendar/receive.ts'
import { findDispatch } from '../dispatches/claim.ts'
import { receivedText } from './received.ts'
import { cameBack } from './letterStatuses.ts'

export const notifyCallbackPath = '/notify/status'
export const notifyReceivedPath = '/notify/received'

/** What it changes, such as where a message is or how often somebody fell, the change itself notes in the audit trail. */
const rights: Rights = {
  capability: 'anonymous',
  audit: 'write',
  idempotency: 'repeatable',
  rate: 'callback',
  restricted: 'lists',
}
/** A receipt has less than one kilobyte. */
const bodyLimit = 16 * 1024

/** What Notify says of a text or an e-mail (“Delivery receipts” in its documentation). */
const receipt = z.object({ id: z.uuid(), reference: z.string().nullish(), status: z.string().max(40) })
/** What it says of a letter that came back (“Returned letters”). A complaint about an e-mail has no `date_sent`. */
const returned = z.object({
  notification_id: z.uuid(),
  reference: z.string().nullish(),
  date_sent: z.string(),
})

/**
 * GOV.UK Notify calls back here, with the token that the administrator gave it (decision 160). It calls with nothing but
 * this token: the body is not signed. What is not ours, such as a code for a password or the message of another
 * system of the same organisation, is answered like everything else. Notify repeats a call only after a 5xx or 429.
 */
export const serveNotifyCallback = async (app: FastifyInstance, service: ExchangeService): Promise<void> => {
  const { notifyCallback, db, clock } = service
  if (notifyCallback === null) return
  const expected = sha256(`Bearer ${notifyCallback}`)
  await app.register(async (callbacks) => {
    callbacks.addHook('onRequest', async (request, reply) => {
      if (timingSafeEqual(sha256(request.headers.authorization ?? ''), expected)) return
      service.refusals.count({
        ...{ of: 'Notify callback', status: 401, reason: 'token', userId: null },
        address: request.ip,
      })
      await reply.code(401).header('www-authenticate', 'Bearer').send()
    })
    callbacks.post(notifyCallbackPath, { config: { rights }, bodyLimit }, async ({ body }, reply) => {
      const delivered = receipt.safeParse(body)
      if (delivered.success) {
        const { id, reference, status } = delivered.data
        const isOurs = await noteStatus(db.sql, clock(), { notifyId: id }, status)
        // It can come before the answer to the message itself, when only our own number of it is known.
        if (!isOurs && z.uuid().safeParse(reference).success)
          await noteStatus(db.sql, clock(), { reference: reference ?? '' }, status)
        return reply.code(204).send()
      }
      const letter = returned.safeParse(body)
      if (letter.success) {
        const { notification_id: id, reference } = letter.data
        const dispatch = await findDispatch(db.sql, 'post', [id, reference ?? ''])
        if (dispatch !== null) await settle(db.sql, clock(), dispatch, cameBack)
      }
      return reply.code(204).send()
    })
    callbacks.post(notifyReceivedPath, { config: { rights }, bodyLimit }, async ({ body }, reply) => {
      const text = receivedText(body, clock())
      if (text !== null) await receiveText(db.sql, text)
      return reply.code(204).send()
    })
  })
}
