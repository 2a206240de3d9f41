import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tasksOfPathway, type Task } from '../../../../contract/pathways/task.ts'
import { buildApp } from '../../../app/app.ts'
import { aSignedLetter } from '../../../testing/known/knownLetters.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { aGround, type Ground } from '../../../testing/values/recordCases.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { cameBack } from './letterStatuses.ts'

const token = 'the-token-of-the-stand-in'
let service: TestService
let lead: TestUser
let clinician: TestUser
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
  clinician = await service.as('Clinician')
})
afterAll(() => service.close())

const post = (payload: unknown, headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
  service.app.inject({ method: 'POST', url: '/notify/status', payload: payload as object, headers })

const receipt = { id: randomUUID(), reference: randomUUID(), status: 'delivered', to: '07700900001' }

describe('a callback', () => {
  it.each<[string, Record<string, string>]>([
    ['no token', {}],
    ['another token', { authorization: 'Bearer another' }],
    ['a token that begins right', { authorization: `Bearer ${token.slice(0, -1)}` }],
    ['a token that goes on', { authorization: `Bearer ${token}x` }],
    ['another scheme', { authorization: `Basic ${token}` }],
    ['the token alone', { authorization: token }],
  ])('with %s is refused before it is read', async (_, headers) => {
    const answer = await post('not even json', headers)
    expect(answer.statusCode).toBe(401)
    expect(answer.body).toBe('')
  })

  // Notify repeats what is answered with 5xx or 429 alone.
  it.each<[string, unknown, number]>([
    ['a message that is not ours', receipt, 204],
    ['a message without a reference', { ...receipt, reference: null }, 204],
    ['a message with the reference of another system', { ...receipt, reference: 'case 12' }, 204],
    ['a status of next year', { ...receipt, status: 'teleported' }, 204],
    ['a letter that is not ours', { notification_id: randomUUID(), date_sent: '2026-11-30' }, 204],
    ['a complaint', { notification_id: randomUUID(), complaint_id: randomUUID(), to: 'a@example.org' }, 204],
    ['nothing', {}, 204],
    ['more than a receipt has', { ...receipt, to: 'x'.repeat(20_000) }, 413],
  ])('about %s', async (_, body, status) => {
    expect((await post(body)).statusCode).toBe(status)
  })

  it('that is not JSON is refused', async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    expect((await post('{"id"', headers)).statusCode).toBe(400)
  })

  it('can only be posted, and only where a token is set', async () => {
    const get = {
      method: 'GET',
      url: '/notify/status',
      headers: { authorization: `Bearer ${token}` },
    } as const
    expect((await service.app.inject(get)).statusCode).toBe(404)
    const app = await buildApp({ ...service.parts, notifyCallback: null }, { logLevel: false })
    expect((await app.inject({ ...get, method: 'POST', payload: receipt })).statusCode).toBe(404)
    await app.close()
  })

  it('is counted by address', async () => {
    const rates = { ...rate, callback: 3 }
    const busy = await testService({ rates }, {}, service.db)
    const statuses = await Promise.all(
      Array.from({ length: 5 }, () =>
        busy.app.inject({ method: 'POST', url: '/notify/status', payload: receipt }),
      ),
    )
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 429, 429])
    await busy.app.close()
  })
})
const rate = {
  ...{
    'sign-in': 60,
    read: 60,
    search: 60,
    write: 60,
    report: 60,
    upload: 60,
    fhir: 60,
    form: 60,
    referral: 60,
    person: 60,
    personCode: 60,
  },
}

describe('a letter that was posted', () => {
  let ground: Ground
  let reference: string
  let dispatchId: string
  beforeEach(async () => {
    ground = await aGround(service, lead)
    const { id } = await aSignedLetter(service, clinician, ground.pathwayId, {})
    reference = randomUUID()
    const { rows } = await service.db.owner.query<{ id: string }>(
      `insert into letter_dispatch (letter_id, way, state, reference) values ($1, 'post', 'posted', $2) returning id`,
      [id, reference],
    )
    dispatchId = rows[0]?.id ?? ''
  })
  const returned = () =>
    post({
      ...{ notification_id: reference, reference: randomUUID(), date_sent: '2026-11-10T12:15:30.000000Z' },
      ...{ sent_by: null, template_name: 'Pre-compiled PDF', template_id: randomUUID(), template_version: 1 },
      ...{ spreadsheet_file_name: null, spreadsheet_row_number: null, upload_letter_file_name: null },
    })
  const stored = async () => {
    const { rows } = await service.db.owner.query<{ state: string; failure: string | null; steps: string }>(
      `select state, failure, (select count(*) from letter_dispatch_step where dispatch_id = letter_dispatch.id) as steps
       from letter_dispatch where id = $1`,
      [dispatchId],
    )
    return rows[0]
  }

  it('and came back is not sent any more, and says so once', async () => {
    for (const _ of [1, 2, 3]) expect((await returned()).statusCode).toBe(204)
    expect(await stored()).toEqual({ state: 'failed', failure: cameBack.words, steps: 1 })
  })

  it('is in the audit trail with whose it is', async () => {
    await returned()
    const { rows } = await service.db.owner.query<{ patient_ids: unknown }>(
      `select patient_ids from audit_event where action = 'follow a letter that was sent' and $1 = any(pathway_ids)`,
      [ground.pathwayId],
    )
    expect(rows).toHaveLength(1)
  })

  it('is left alone by a callback about another letter', async () => {
    await post({ notification_id: randomUUID(), date_sent: '2026-11-10T12:15:30.000000Z' })
    expect(await stored()).toMatchObject({ state: 'posted' })
  })

  it('leaves the tasks of the referral as they should be', async () => {
    await returned()
    const { body } = await service.ask(tasksOfPathway, { pathwayId: ground.pathwayId }, lead)
    expect((body as Task[]).filter(({ kind }) => kind === 'letterNotSent').length).toBeLessThanOrEqual(1)
  })
})
