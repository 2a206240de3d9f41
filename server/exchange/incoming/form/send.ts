import type { FastifyRequest } from 'fastify'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { transact } from '../../../platform/db/connection/transact.ts'
import { queueJob } from '../../../platform/db/jobs/jobs.ts'
import { receiveReferral } from '../inbox/receive.ts'
import { acknowledge } from './acknowledge.ts'
import { firstIncomplete, toldOf } from './draft.ts'
import { changeDraft, findReference, lockDraft, messageIdOf, removeDraft } from './drafts.ts'
import type { IncomingService } from '../service.ts'
import { addressOf, changing } from './pages.ts'
import { FormRefused } from './posts.ts'

/** Nobody answers the questions of this form faster. */
const fastestMs = 10_000

/**
 * Sends the draft of a token: the referral, its event, the job that acknowledges it and the end of the draft are one
 * transaction. A repeat finds the referral that the first one made.
 * @returns where the browser goes on
 */
export const sendDraft = (
  service: IncomingService,
  { id: requestId, ip: address }: FastifyRequest,
  token: string,
): Promise<string> =>
  service.db.write('referral form', (connection) =>
    transact(connection, async (sql) => {
      const now = service.clock()
      // A second click waits here until the first has sent the draft.
      const found = await lockDraft(sql, token, now)
      if (found === null) {
        if ((await findReference(sql, token)) === null) throw new FormRefused('gone')
        return addressOf('sent')
      }
      const { draft, begunAt } = found
      const incomplete = firstIncomplete(draft)
      if (incomplete !== null) {
        await changeDraft(sql, token, { ...draft, faulty: incomplete }, now)
        return `${addressOf(incomplete)}${changing}`
      }
      if (begunAt > instantOf(now - fastestMs)) throw new FormRefused('tooFast')
      const { id, isNew } = await receiveReferral(sql, {
        source: draft.source,
        messageId: messageIdOf(token),
        receivedAt: now,
        told: toldOf(draft),
        bankHolidayOn: service.bankHolidayOn,
        by: { action: 'POST /refer', userId: null, sessionId: null, role: null, requestId, address },
      })
      await removeDraft(sql, token)
      if (isNew) await queueJob(sql, acknowledge, { incomingReferralId: id })
      return addressOf('sent')
    }),
  )
