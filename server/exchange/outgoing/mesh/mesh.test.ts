import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readConfig, type Environment } from '../../../app/config.ts'
import { letterWorld, type LetterWorld, type SentLetter } from '../../testing/letterWorld.ts'
import { practice } from '../../../testing/world/letterSteps.ts'
import { openCarriers } from '../openCarriers.ts'
import { openMeshInbox, type MeshInbox } from './inbox.ts'
import { openMesh, type Mesh } from './api/mesh.ts'
import { itkResponse } from './standIn/response.ts'
import { startMeshStandIn, type InInbox, type MeshFault, type MeshStandIn } from './standIn/standIn.ts'

let world: LetterWorld
let standIn: MeshStandIn
let mesh: Mesh
let inbox: MeshInbox

beforeAll(async () => {
  world = await letterWorld()
})
beforeEach(async () => {
  await world.service.db.owner.query(`update letter_dispatch set next_at = null`)
  await world.takesByMesh('letter')
  standIn = await startMeshStandIn()
  standIn.directory.set(practice, ['M85001OT01'])
  world.service.time.now = Date.now() + 60_000
  use({})
})
afterEach(() => standIn.close())
afterAll(() => world.service.close())

const use = (options: { chunkBytes?: number; waitMs?: number; password?: string }): void => {
  const { password = standIn.settings.password, ...more } = options
  mesh = openMesh({ ...standIn.settings, password }, { waitMs: 2000, ...more })
  const now = () => world.service.time.now
  world.service.parts.carriers = openCarriers(world.service.db.sql, now, { mesh, post: null })
  inbox = openMeshInbox(world.service.db.sql, now, mesh)
}
const last = async (letter: SentLetter) => (await world.dispatchesOf(letter))[0]
const requestIdOf = async ({ id }: SentLetter): Promise<string> => {
  const { rows } = await world.service.db.owner.query<{ request_id: string }>(
    `select request_id from letter_dispatch where letter_id = $1 order by id desc limit 1`,
    [id],
  )
  return rows[0]?.request_id ?? ''
}
/** What of one dispatch MESH would deliver. */
const deliverable = (localId: string) =>
  standIn.messages.filter((each) => each.localId === localId && each.status !== 'uploading')

describe('a letter to a practice by MESH', () => {
  it('is a FHIR document with its PDF, to the mailbox of the practice, and has arrived once it was collected', async () => {
    const letter = await world.aSent()
    await world.work()
    const [message] = standIn.messages
    expect(message).toMatchObject({
      to: 'M85001OT01',
      workflow: 'SUREFOOT_LETTER',
      localId: await requestIdOf(letter),
      subject: 'Letter about a patient',
    })
    const bundle = JSON.parse(standIn.contentOf(message as never).toString()) as {
      type: string
      entry: { resource: Record<string, unknown> & { resourceType: string } }[]
    }
    expect(bundle.type).toBe('document')
    expect(bundle.entry.map(({ resource }) => resource.resourceType)).toEqual([
      'Composition',
      'Patient',
      'Practitioner',
      'Organization',
      'Organization',
      'Binary',
    ])
    const binary = bundle.entry.at(-1)?.resource as unknown as { data: string }
    expect(Buffer.from(binary.data, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
    expect(await last(letter)).toMatchObject({ state: 'accepted' })
    standIn.collect(await requestIdOf(letter))
    world.wait(5)
    await world.work()
    expect(await last(letter)).toMatchObject({ state: 'arrived' })
  })

  it('goes to the mailbox that an administrator set', async () => {
    await world.takesByMesh('letter', 'M85001OT09')
    standIn.directory.set('another', ['M85001OT09'])
    await world.aSent()
    await world.work()
    expect(standIn.messages.map(({ to }) => to)).toEqual(['M85001OT09'])
  })

  it.each<readonly [string, () => Promise<unknown>]>([
    ['mailbox', () => world.takesByMesh('letter', 'M85001OT09')],
    ['form of letters', () => world.takesByMesh('sendDocument')],
    ['use of MESH', () => world.takesByMesh(null)],
  ])('does not leave by the way that an administrator changed meanwhile: the %s', async (_, change) => {
    const letter = await world.aSent()
    await change()
    await world.work()
    expect(standIn.messages).toEqual([])
    expect(await last(letter)).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(/was changed meanwhile/) as string,
    })
  })

  it('says which letter it replaces', async () => {
    const first = await world.aSent()
    await world.work()
    const { rows } = await world.service.db.owner.query<{ id: number }>(
      `select id from letter where id = $1`,
      [first.id],
    )
    const second = { ...(await world.aLetter({ correctsId: undefined })) }
    // A correction is signed on the same referral.
    await world.service.db.owner.query(`update letter set corrects_id = $1 where id = $2`, [
      rows[0]?.id,
      second.id,
    ])
    expect((await world.send(second)).status).toBe(200)
    await world.work()
    const content = standIn.contentOf(standIn.messages.at(-1) as never).toString()
    expect(JSON.parse(content)).toMatchObject({
      entry: expect.arrayContaining([
        expect.objectContaining({
          resource: expect.objectContaining({
            relatesTo: [
              {
                code: 'replaces',
                targetIdentifier: {
                  system: 'urn:ietf:rfc:3986',
                  value: `urn:uuid:${await requestIdOf(first)}`,
                },
              },
            ],
          }) as unknown,
        }),
      ]) as unknown,
    })
  })

  it.each<readonly [string, () => void, RegExp]>([
    ['no mailbox', () => standIn.directory.clear(), /no mailbox in MESH/],
    [
      'several mailboxes',
      () => standIn.directory.set(practice, ['M85001OT01', 'M85001OT02']),
      /several mailboxes/,
    ],
  ])('stands before a person if the practice has %s', async (_, change, words) => {
    const letter = await world.aSent()
    change()
    await world.work()
    expect(await last(letter)).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(words) as string,
    })
  })

  it('is sent in chunks where it is large, and put together again', async () => {
    use({ chunkBytes: 10_000 })
    const letter = await world.aSent()
    await world.work()
    const [message] = standIn.messages
    expect(message?.total).toBeGreaterThan(2)
    expect(message?.status).toBe('accepted')
    expect(JSON.parse(standIn.contentOf(message as never).toString())).toMatchObject({ type: 'document' })
    expect(await last(letter)).toMatchObject({ state: 'accepted' })
  })

  it('that broke off between two chunks is sent again as a whole, and arrives once', async () => {
    use({ chunkBytes: 10_000 })
    const letter = await world.aSent()
    // The lookup and the first chunk are answered.
    standIn.nextFaults = [null, null, { status: 503 }]
    await world.work()
    expect(await last(letter)).toMatchObject({ state: 'queued' })
    world.wait(10)
    await world.work()
    expect(await last(letter)).toMatchObject({ state: 'accepted' })
    expect(standIn.messages).toHaveLength(2)
    expect(deliverable(await requestIdOf(letter))).toHaveLength(1)
  })

  it('that was not collected in five days stands before a person, by its tracking or by a report', async () => {
    for (const find of [() => world.work(), () => inbox.read()]) {
      const letter = await world.aSent()
      await world.work()
      standIn.expire(await requestIdOf(letter))
      world.wait(10)
      await find()
      expect(await last(letter)).toMatchObject({
        state: 'failed',
        failure: 'The recipient did not collect it within five days.',
      })
    }
  })
})

/** What MESH may do with the request that sends a letter, after the lookup of the mailbox. */
const faults: readonly (readonly [string, MeshFault, 'accepted' | 'queued' | 'failed', RegExp | null])[] = [
  ['accepts and loses its reply', 'lost', 'queued', /did not answer/],
  ['does not answer', 'silent', 'queued', /did not answer/],
  ['fails', { status: 500 }, 'queued', /out of order/],
  ['fails after it accepted', { status: 502, after: true }, 'queued', /out of order/],
  ['answers in another form', 'another form', 'queued', /out of order|unknown form/],
  ['asks to wait', { status: 429, retryAfter: '600' }, 'queued', /asks us to wait/],
  ['refuses our password', { status: 403 }, 'queued', /does not accept our mailbox/],
  ['does not know the mailbox', { status: 417, code: '12' }, 'failed', /does not know the mailbox/],
  ['does not take the workflow', { status: 417, code: '17' }, 'failed', /not registered for this kind/],
  ['says that the mailbox is full', { status: 417, code: 'FULL' }, 'failed', /Its code is FULL/],
  ['finds it too large', { status: 413 }, 'failed', /too large/],
]

describe('when MESH', () => {
  it.each(faults)('%s, the letter arrives once or stands before a person', async (_, fault, state, words) => {
    use({ waitMs: 500 })
    const letter = await world.aSent()
    standIn.nextFaults = [null, fault]
    await world.work()
    const after = await last(letter)
    expect(after?.state).toBe(state)
    if (words !== null) expect(after?.failure).toMatch(words)
    if (state !== 'queued') return
    world.wait(60)
    await world.work()
    expect(await last(letter)).toMatchObject({ state: 'accepted', failure: null })
    expect(deliverable(await requestIdOf(letter))).toHaveLength(1)
  })

  it('cannot say whether it has a letter, it is not sent again', async () => {
    use({ waitMs: 500 })
    const letter = await world.aSent()
    standIn.nextFaults = [null, 'lost']
    await world.work()
    // The search by our number is gone, and the outbox cannot be listed.
    standIn.nextFaults = [{ status: 404 }, { status: 404 }]
    world.wait(60)
    await world.work()
    expect(await last(letter)).toMatchObject({
      state: 'queued',
      failure: 'The service could not be asked whether it has the letter.',
    })
    expect(standIn.messages).toHaveLength(1)
  })

  it('no longer searches by our number, its outbox is searched', async () => {
    const letter = await world.aSent()
    standIn.nextFaults = [null, 'lost']
    await world.work()
    standIn.nextFaults = [{ status: 404 }]
    world.wait(60)
    await world.work()
    expect(await last(letter)).toMatchObject({ state: 'accepted' })
    expect(standIn.messages).toHaveLength(1)
  })

  it('does not know our password, the status says so and nothing is sent', async () => {
    use({ password: 'another-password' })
    const letter = await world.aSent()
    await world.work()
    expect(standIn.messages).toEqual([])
    expect(await last(letter)).toMatchObject({ state: 'queued' })
    const { rows } = await world.service.db.owner.query<{ problem: string }>(`select problem from mesh_state`)
    expect(rows[0]?.problem).toMatch(/does not accept our mailbox/)
  })
})

describe('our inbox', () => {
  it('leaves what is for other software', async () => {
    standIn.putOther()
    expect(await inbox.read()).toBe(0)
    expect(standIn.inbox.map(({ isAcknowledged }) => isAcknowledged)).toEqual([false])
  })

  it('takes a report once, also if it comes again because MESH did not hear that it was collected', async () => {
    const letter = await world.aSent()
    await world.work()
    standIn.expire(await requestIdOf(letter))
    // The list and the headers are answered; the acknowledgement is not.
    standIn.nextFaults = [null, null, { status: 500 }]
    await expect(inbox.read()).rejects.toThrow()
    expect(await last(letter)).toMatchObject({ state: 'failed' })
    expect(await inbox.read()).toBe(1)
    expect(await inbox.read()).toBe(0)
    expect((await last(letter))?.steps?.map(({ state }) => state)).toEqual(['queued', 'accepted', 'failed'])
  })

  const acknowledgement = (localId: string): Buffer[] => [Buffer.from(itkResponse(localId, '30001'))]
  const putAcknowledgement = (message: Partial<InInbox>): void =>
    standIn.put({ workflow: 'GPFED_CONSULT_REPORT_ACK', ...message })

  it.each<readonly [string, Partial<InInbox>]>([
    ['grows a thousandfold', { chunks: [gzipSync(Buffer.alloc(65 * 1024 * 1024))], encoding: 'gzip' }],
    ['is not what it says that it is', { chunks: [Buffer.from('no gzip')], encoding: 'gzip' }],
    ['ends in the middle', { chunks: [gzipSync('<Bundle/>').subarray(0, 20)], encoding: 'gzip' }],
    ['lacks a chunk', { chunks: [Buffer.from('<Bundle')], total: '2' }],
    ['has a million chunks', { chunks: [Buffer.from('<Bundle')], total: '1000000' }],
    ['counts its chunks in words', { chunks: [Buffer.from('<Bundle')], total: 'many' }],
    ['is larger than any answer', { chunks: [Buffer.alloc(33 * 1024 * 1024)] }],
    [
      'names a document type',
      { chunks: [Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><Bundle>&b;</Bundle>')] },
    ],
    ['is nothing', { chunks: [Buffer.alloc(0)] }],
  ])('puts away a message that %s, and reads the one behind it', async (_, broken) => {
    const letter = await world.aSent()
    await world.work()
    putAcknowledgement(broken)
    putAcknowledgement({ chunks: acknowledgement(await requestIdOf(letter)) })
    expect(await inbox.read()).toBe(2)
    expect(await last(letter)).toMatchObject({ state: 'arrived' })
    const asked = standIn.asked.length
    expect(await inbox.read()).toBe(0)
    expect(standIn.asked.length - asked).toBe(1)
  })

  it('reads the messages behind one at which MESH itself fails, and says so', async () => {
    const letter = await world.aSent()
    await world.work()
    putAcknowledgement({ chunks: [Buffer.from('<Bundle/>')] })
    putAcknowledgement({ chunks: acknowledgement(await requestIdOf(letter)) })
    // The list is answered, and what is asked of the first message is not.
    standIn.nextFaults = [null, { status: 500 }]
    await expect(inbox.read()).rejects.toThrow('MESH is out of order.')
    expect(await last(letter)).toMatchObject({ state: 'arrived' })
    expect(await inbox.read()).toBe(1)
  })

  it('reads what the software of a practice compressed', async () => {
    const letter = await world.aSent()
    await world.work()
    const [content = Buffer.alloc(0)] = acknowledgement(await requestIdOf(letter))
    putAcknowledgement({ chunks: [gzipSync(content)] })
    expect(await inbox.read()).toBe(1)
    expect(await last(letter)).toMatchObject({ state: 'arrived' })
  })

  it('is not looked for on another server, which would get our authorisation', async () => {
    const elsewhere = createServer((_, response) => response.end('{"messages": []}'))
    const asked = vi.fn()
    elsewhere.on('request', asked).listen(0, '127.0.0.1')
    await once(elsewhere, 'listening')
    standIn.nextOfInbox = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/inbox`
    await expect(inbox.read()).rejects.toThrow('MESH named a page of another server')
    standIn.nextOfInbox = null
    elsewhere.close()
    expect(asked).not.toHaveBeenCalled()
  })

  it('is greeted with what MESH wants to know of us', async () => {
    await mesh.greet()
    expect(standIn.greetings).toBe(1)
  })
})

describe('the settings of MESH', () => {
  const all: Environment = {
    ...{ MESH_URL: 'http://localhost:8700/', MESH_MAILBOX: 'rxxot001', MESH_PASSWORD: 'pass-word' },
    ...{ MESH_SHARED_KEY: 'shared-key', MESH_ODS: 'rxx' },
  }
  const faultOf = (environment: Environment): string => {
    try {
      readConfig(environment)
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }

  it('leave it off when nothing is set', () => expect(readConfig({}).mesh).toBeNull())

  it('need no certificate on this machine', () =>
    expect(readConfig(all).mesh).toMatchObject({
      ...{ url: 'http://localhost:8700', mailbox: 'RXXOT001', odsCode: 'RXX', tls: null },
      ...{ letterWorkflow: null, documentWorkflow: 'GPFED_CONSULT_REPORT' },
    }))

  it.each<readonly [string, Environment, RegExp]>([
    ['a mailbox without an address', { ...all, MESH_URL: '' }, /MESH_URL is missing/],
    ['an address without a password', { ...all, MESH_PASSWORD: '' }, /MESH_PASSWORD must be set too/],
    [
      'another machine without a certificate',
      { ...all, MESH_URL: 'https://mesh.example.org' },
      /MESH_CERTIFICATE, MESH_PRIVATE_KEY must be set too/,
    ],
    [
      'an address without https',
      { ...all, MESH_URL: 'http://mesh.example.org' },
      /MESH_URL must be like https/,
    ],
    ['no certificate', { ...all, MESH_CERTIFICATE: 'nonsense' }, /MESH_CERTIFICATE must be a certificate/],
  ])('refuse %s', (_, environment, words) => {
    expect(faultOf(environment)).toMatch(words)
    expect(faultOf(environment)).not.toMatch(/pass-word|shared-key/)
  })
})
