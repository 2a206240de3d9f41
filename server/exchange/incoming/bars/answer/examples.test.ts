import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../../../platform/db/connection/transact.ts'
import { testService, type TestService } from '../../../../testing/process/service.ts'
import type { TestUser } from '../../../../testing/world/users.ts'
import { readAnswers, tellSenderOfDecision } from '../../answers/tellSender.ts'
import { answerTasks } from '../../senderTasks.ts'
import { aMessage, aSender, incomingIdIn, type Sender } from '../testing/message.ts'
import { aReceiver, type Receiver } from '../testing/receiver.ts'

/*
 * Every answer of a proxy, a sender or a receiver that the Booking and Referral Standard publishes, by its kind, and what
 * happens to our answer to a referral when it is received with one like it: 'sent', 'waiting' for another attempt, or
 * 'failed', which tells staff. The bodies are ours.
 */

let service: TestService
let receiver: Receiver
let sender: Sender
let user: TestUser
beforeAll(async () => {
  service = await testService()
  user = await service.as('Team Lead')
  receiver = await aReceiver()
  sender = await aSender(service, receiver.url)
})
afterAll(async () => {
  await receiver.close()
  await service.close()
})

type Branch = 'sent' | 'waiting' | 'failed'
interface Example {
  example: string
  status: number
  kind: string
  branch: Branch
}

/** Named after the folder and the status, code and kind of issue in the name of the file. */
const named = (folder: string, rows: readonly (readonly [name: string, branch: Branch])[]): Example[] =>
  rows.map(([name, branch]) => ({
    example: `${folder}/${name}.json`,
    status: Number(name.slice(0, 3)),
    kind: /_[A-Z]+-([a-z -]+)$/.exec(name)?.[1] ?? '',
    branch,
  }))

const examples: Example[] = [
  ...named('OperationOutcome/PROXY-NONE', [
    ['400-BAD_REQUEST-invalid', 'failed'],
    ['400-BAD_REQUEST-required', 'failed'],
    ['400-BAD_REQUEST-structure', 'failed'],
    ['404-NOT_FOUND-multiple-matches', 'waiting'],
    ['404-NOT_FOUND-not-found', 'waiting'],
    ['409-BAD_REQUEST-duplicate', 'sent'],
    ['500-SERVER_ERROR-exception', 'waiting'],
    ['500-SERVER_ERROR-transient', 'waiting'],
    ['503-SERVICE_UNAVAILABLE-transient', 'waiting'],
  ]),
  ...named('OperationOutcome/SEND', [
    ['400-SEND_BAD_REQUEST-invalid', 'failed'],
    ['400-SEND_BAD_REQUEST-required', 'failed'],
    ['400-SEND_BAD_REQUEST-value', 'failed'],
    ['401-SEND_UNAUTHORIZED-expired', 'waiting'],
    ['401-SEND_UNAUTHORIZED-login', 'waiting'],
    ['401-SEND_UNAUTHORIZED-security', 'waiting'],
    ['401-SEND_UNAUTHORIZED-unknown', 'waiting'],
    ['403-SEND_FORBIDDEN-forbidden', 'waiting'],
    ['405-SEND_METHOD_NOT_ALLOWED-not-supported', 'waiting'],
    ['406-SEND_NOT_ACCEPTABLE-processing', 'failed'],
    ['429-SEND_TOO_MANY_REQUESTS-throttled', 'waiting'],
  ]),
  ...named('OperationOutcome/REC', [
    ['400-REC_BAD_REQUEST-invalid', 'failed'],
    ['400-REC_BAD_REQUEST-invariant', 'failed'],
    ['400-REC_BAD_REQUEST-not-supported', 'failed'],
    ['400-REC_BAD_REQUEST-required', 'failed'],
    ['400-REC_BAD_REQUEST-value', 'failed'],
    ['401-REC_UNAUTHORIZED-forbidden', 'waiting'],
    ['403-REC_FORBIDDEN-forbidden', 'waiting'],
    ['403-REC_FORBIDDEN-security', 'waiting'],
    ['404-REC_NOT_FOUND-not-found', 'waiting'],
    ['406-REC_NOT_ACCEPTABLE-processing', 'failed'],
    ['408-REC_TIMEOUT-timeout', 'waiting'],
    ['409-REC_CONFLICT-conflict', 'failed'],
    ['409-REC_CONFLICT-duplicate', 'sent'],
    ['422-REC_UNPROCESSABLE_ENTITY-not-supported', 'failed'],
    ['422-REC_UNPROCESSABLE_ENTITY-too-costly', 'failed'],
    ['500-REC_SERVER_ERROR-exception', 'waiting'],
    ['500-REC_SERVER_ERROR-no-store', 'waiting'],
    ['500-REC_SERVER_ERROR-too costly', 'waiting'],
    ['500-REC_SERVER_ERROR-transient', 'waiting'],
    ['501-REC_NOT_IMPLEMENTED-not-supported', 'waiting'],
    ['503-REC_SERVICE_UNAVAILABLE-transient', 'waiting'],
  ]),
  { example: '200_PUT.json', status: 200, kind: 'informational', branch: 'sent' },
  { example: '201_POST.json', status: 201, kind: 'informational', branch: 'sent' },
  { example: '400-SEND.json', status: 400, kind: 'invariant', branch: 'failed' },
  { example: 'bad-request.json', status: 400, kind: 'invalid', branch: 'failed' },
  { example: 'invalid-base64.json', status: 400, kind: 'value', branch: 'failed' },
  { example: 'malformed-target-identifier.json', status: 400, kind: 'structure', branch: 'failed' },
  { example: 'unauthorized.json', status: 401, kind: 'forbidden', branch: 'waiting' },
  { example: 'forbidden.json', status: 403, kind: 'forbidden', branch: 'waiting' },
  { example: 'entity-not-found.json', status: 404, kind: 'not-found', branch: 'waiting' },
  { example: 'proxy-not-found.json', status: 404, kind: 'not-found', branch: 'waiting' },
  { example: 'method-not-allowed.json', status: 405, kind: 'not-supported', branch: 'waiting' },
  { example: 'not-acceptable.json', status: 406, kind: 'processing', branch: 'failed' },
  { example: 'conflict.json', status: 409, kind: 'duplicate', branch: 'sent' },
  { example: 'unprocessable-entity.json', status: 422, kind: 'invalid', branch: 'failed' },
  { example: '500-REC.json', status: 500, kind: 'exception', branch: 'waiting' },
  { example: 'server-error.json', status: 500, kind: 'exception', branch: 'waiting' },
  { example: 'not-implemented.json', status: 501, kind: 'not-supported', branch: 'waiting' },
  { example: 'unavailable.json', status: 503, kind: 'transient', branch: 'waiting' },
]

describe('an answer of ours that is received with', () => {
  it.each(examples)('$example ($status, $kind) is then: $branch', async ({ status, kind, branch }) => {
    const id = incomingIdIn(await sender.send(aMessage()))
    await service.db.owner.query(
      `update incoming_referral set state = 'declined', decided_at = now(), declined_note = 'Ring us',
         declined_referral_id = (select min(id) from declined_referral) where id = $1`,
      [id],
    )
    await transact(service.db.sql, (sql) =>
      tellSenderOfDecision(
        { sql, userId: user.userId, trace: () => undefined },
        { incomingId: id, decision: 'declined' },
      ),
    )
    receiver.answers(status, {
      resourceType: 'OperationOutcome',
      issue: [{ severity: 'error', code: kind, diagnostics: 'In words of the other side' }],
    })
    service.time.now = Math.max(service.time.now, Date.now() + 1000)
    await (answerTasks(service.parts, '1.0.0')['sendAnswers'] as () => Promise<void>)()
    expect((await readAnswers(service.db.sql, id)).map(({ state }) => state)).toEqual([branch])
    // What waits is not tried again by the next row.
    await service.db.owner.query(
      `update sender_answer set state = 'dropped', settled_at = now() where state = 'waiting'`,
    )
  })
})
