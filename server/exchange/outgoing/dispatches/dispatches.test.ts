import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  countNotArrived,
  letterNotNeeded,
  listSentLetters,
  listUnsentLetters,
  printLetters,
  type SentLetter as SentRow,
  type UnsentLetter,
} from '../../../../contract/care/letters/letter.ts'
import { saveFlag } from '../../../../contract/patients/flags/flag.ts'
import { tasksOfPathway, type Task } from '../../../../contract/pathways/task.ts'
import { redFlagOf } from '../../../testing/known/knownSafetyNets.ts'
import { expectSaved } from '../../../testing/world/factories.ts'
import { letterWorld, type LetterWorld, type SentLetter } from '../../testing/letterWorld.ts'
import type { Carrier, Dispatch, Outcome, Whereabouts } from './carrier.ts'

let world: LetterWorld
/** Who signs all letters, in the list of clinicians. */
let signatory: number

/** A service outside whose answers the test chooses. It remembers what it accepted. */
const fake = {
  sent: [] as string[],
  outcomes: [] as (Outcome | Error | 'lost')[],
  isAway: false,
  whereabouts: null as Whereabouts | Error,
  seen: [] as Dispatch[],
  /** What happens between the search for a letter and its answer. */
  whileFinding: null as (() => Promise<unknown>) | null,
  /** What happens before the answer to a letter. */
  whileSending: null as (() => Promise<unknown>) | null,
}
const referenceOf = ({ requestId }: Dispatch): string => `REF-${requestId}`
const carrier: Carrier = {
  find: async (dispatch) => {
    if (fake.isAway) throw new Error('away')
    const found = fake.sent.includes(dispatch.requestId) ? referenceOf(dispatch) : null
    await fake.whileFinding?.()
    return found
  },
  send: async (dispatch, pdf) => {
    fake.seen.push(dispatch)
    await fake.whileSending?.()
    expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe('%PDF-')
    const outcome = fake.outcomes.shift() ?? {
      as: 'accepted',
      reference: referenceOf(dispatch),
      words: 'Accepted',
    }
    if (outcome instanceof Error) throw outcome
    if (outcome === 'lost' || outcome.as === 'accepted') fake.sent.push(dispatch.requestId)
    if (outcome === 'lost') throw new Error('the reply was lost')
    return outcome
  },
  ask: async () => {
    if (fake.whereabouts instanceof Error) throw fake.whereabouts
    return fake.whereabouts
  },
}

beforeAll(async () => {
  world = await letterWorld()
  await world.takesByMesh('letter')
  const { rows } = await world.service.db.owner.query<{ id: number }>(
    `with listed as (insert into clinician (first_name, family_name, display_name) values ('Ada', 'Okafor', 'Ada Okafor') returning id)
     update app_user set clinician_id = listed.id from listed where app_user.id = $1 returning listed.id`,
    [world.clinician.userId],
  )
  signatory = Number(rows[0]?.id)
})
beforeEach(async () => {
  // Nothing of another test is due.
  await world.service.db.owner.query(`update letter_dispatch set next_at = null`)
  Object.assign(fake, {
    sent: [],
    outcomes: [],
    isAway: false,
    whereabouts: null,
    seen: [],
    whileFinding: null,
    whileSending: null,
  })
  world.service.parts.carriers = { mesh: carrier, post: carrier }
  world.service.time.now = Date.now() + 60_000
})
afterAll(() => world.service.close())

const stateOf = async (letter: SentLetter) => (await world.dispatchesOf(letter))[0]
const unsent = async (): Promise<UnsentLetter[]> =>
  (await world.service.ask(listUnsentLetters, {}, world.clinician)).body as UnsentLetter[]
const notArrived = async (): Promise<number> =>
  ((await world.service.ask(countNotArrived, {}, world.clinician)).body as { letters: number }).letters

describe('a letter that leaves by a service outside', () => {
  it('is followed until it has arrived, each step with its time', async () => {
    const letter = await world.aSent()
    expect(await stateOf(letter)).toMatchObject({ way: 'mesh', state: 'queued', address: 'M85001' })
    await world.work()
    expect(await stateOf(letter)).toMatchObject({ state: 'accepted', failure: null })
    world.wait(2)
    await world.work()
    expect(await stateOf(letter)).toMatchObject({ state: 'accepted' })
    fake.whereabouts = { state: 'arrived', words: 'The practice collected it' }
    world.wait(60)
    await world.work()
    const arrived = await stateOf(letter)
    expect(arrived?.state).toBe('arrived')
    expect(arrived?.steps?.map(({ state, words }) => [state, words])).toEqual([
      ['queued', 'To be sent by MESH'],
      ['accepted', 'Accepted'],
      ['arrived', 'The practice collected it'],
    ])
    expect(fake.sent).toHaveLength(1)
    world.wait(10_000)
    expect(await world.work()).toBe(0)
  })

  it('is not sent twice by two presses, and not again once it has left', async () => {
    const letter = await world.aSent()
    expect((await world.send(letter)).status).toBe(409)
    await world.work()
    expect(await world.send(letter, 'post')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Sent by MESH') as string },
    })
  })

  it('leaves by no way that is not set up, and by MESH only to a practice that takes letters by it', async () => {
    const letter = await world.aLetter()
    world.service.parts.carriers = { post: carrier }
    expect((await world.send(letter)).status).toBe(409)
    world.service.parts.carriers = { mesh: carrier }
    await world.takesByMesh(null)
    expect((await world.send(letter)).status).toBe(409)
    await world.takesByMesh('letter')
    expect((await world.send(letter, 'post')).status).toBe(409)
    expect((await world.send(letter)).status).toBe(200)
  })

  it('is one and the same letter after a reply that was lost', async () => {
    const letter = await world.aSent()
    fake.outcomes = ['lost']
    await world.work()
    expect(await stateOf(letter)).toMatchObject({ state: 'queued', failure: 'No reply came.' })
    world.wait(1)
    // The request may still be on its way, so nothing is asked yet.
    expect(await world.work()).toBe(0)
    world.wait(5)
    await world.work()
    expect(await stateOf(letter)).toMatchObject({ state: 'accepted' })
    expect(fake.sent).toHaveLength(1)
  })

  it('is asked for, not sent, after a process that ended while it was sending', async () => {
    const letter = await world.aSent()
    const [dispatch] = await world.dispatchesOf(letter)
    const { rows } = await world.service.db.owner.query<{ request_id: string }>(
      `update letter_dispatch set is_uncertain = true where id = $1 returning request_id`,
      [dispatch?.id],
    )
    fake.sent = [rows[0]?.request_id ?? '']
    await world.work()
    expect(await stateOf(letter)).toMatchObject({ state: 'accepted' })
    expect(fake.seen).toEqual([])
  })

  it('is sent once where the search for it takes so long that somebody else begins too', async () => {
    const letter = await world.aSent()
    await world.service.db.owner.query(
      `update letter_dispatch set is_uncertain = true where letter_id = $1`,
      [letter.id],
    )
    const [begun, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const others: Promise<number>[] = []
    fake.whileFinding = async () => {
      Object.assign(fake, { whileFinding: null })
      world.wait(4)
      others.push(world.work())
      await begun.promise
    }
    fake.whileSending = async () => {
      begun.resolve()
      await answered.promise
    }
    const ours = world.work()
    await begun.promise
    // Ours would be sending by now, and would wait for its answer too.
    await Promise.race([ours, new Promise((resolve) => setTimeout(resolve, 1000))])
    answered.resolve()
    await Promise.all([ours, ...others])
    expect(fake.seen).toHaveLength(1)
    expect(await stateOf(letter)).toMatchObject({ state: 'accepted' })
  })

  it('waits as long as nobody can say whether it was accepted, then stands before a person', async () => {
    const letter = await world.aSent()
    fake.outcomes = [new Error('cut')]
    await world.work()
    fake.isAway = true
    world.wait(30)
    await world.work()
    expect(fake.seen).toHaveLength(1)
    expect(await stateOf(letter)).toMatchObject({
      state: 'queued',
      failure: 'The service could not be asked whether it has the letter.',
    })
    world.wait(3 * 24 * 60)
    await world.work()
    expect(fake.seen).toHaveLength(1)
    expect(await stateOf(letter)).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('may have been sent all the same') as string,
    })
  })

  it('is tried again for three days, then stands before a person', async () => {
    const letter = await world.aSent()
    const again: Outcome = { as: 'again', words: 'The service is busy.' }
    fake.outcomes = Array.from({ length: 200 }, () => again)
    for (let hours = 0; hours < 75; hours += 1) {
      await world.work()
      world.wait(60)
    }
    expect(fake.seen.length).toBeGreaterThan(20)
    const last = await stateOf(letter)
    expect(last).toMatchObject({
      state: 'failed',
      failure: 'The service is busy. It was tried for three days.',
    })
    // One step for what was the same each time.
    expect(last?.steps?.map(({ words }) => words)).toEqual([
      'To be sent by MESH',
      'The service is busy.',
      'The service is busy. It was tried for three days.',
    ])
  })

  it('of which nothing is heard for two weeks stands before a person', async () => {
    const letter = await world.aSent('post')
    await world.work()
    fake.whereabouts = new Error('unknown number')
    world.wait(14 * 24 * 60 + 1)
    await world.work()
    expect(await stateOf(letter)).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('Nothing was heard') as string,
    })
  })

  it('by a way that is not set up any more stands before a person after three days', async () => {
    const left = await world.aSent()
    await world.work()
    const waiting = await world.aSent()
    world.service.parts.carriers = { post: carrier }
    world.wait(3 * 24 * 60 - 2)
    await world.work()
    expect(await stateOf(waiting)).toMatchObject({ state: 'queued' })
    world.wait(3)
    await world.work()
    for (const [letter, words] of [
      [waiting, 'It was not sent'],
      [left, 'Nothing was heard about it'],
    ] as const)
      expect(await stateOf(letter)).toMatchObject({
        state: 'failed',
        failure: expect.stringContaining(`${words}: this way is not set up any more.`) as string,
      })
  })

  it('holds up no letter of another service while its own is away', async () => {
    const waiting = await Promise.all([1, 2, 3, 4, 5].map(() => world.aSent()))
    const other = await world.aSent('post')
    world.service.parts.carriers.mesh = {
      ...carrier,
      send: async () => ({ as: 'again', words: 'away' }),
    }
    expect(await world.work()).toBe(4)
    expect(await stateOf(other)).toMatchObject({ state: 'accepted' })
    expect(waiting).toHaveLength(5)
  })
})

/** Something recorded after the letter was queued. */
const meanwhile: readonly (readonly [string, (letter: SentLetter) => Promise<unknown>, RegExp])[] = [
  [
    'the patient has another practice',
    async ({ patientId }) => {
      await world.service.db.owner.query(
        `insert into organisation (id, type, name, name_key) values ('M85002', 'GP Practices', 'Elm Surgery', 'elm surgery')
         on conflict do nothing`,
      )
      await world.changePatient(patientId, { registeredGP: 'M85002' })
    },
    /has changed since it was signed/,
  ],
  [
    'the patient has no practice',
    ({ patientId }) => world.changePatient(patientId, { registeredGP: '' }),
    /no registered GP/,
  ],
  [
    'the address must not be told any more',
    ({ patientId }) =>
      world.service.db.owner.query(
        `insert into patient_restriction (patient_id, kind, reason) values ($1, 'safety', 'Not safe at home')`,
        [patientId],
      ),
    /has changed since it was signed/,
  ],
  [
    'a red flag was opened',
    async ({ patientId }) => {
      const flag = redFlagOf(patientId)
      expectSaved('flag', await world.service.ask(saveFlag, flag, world.clinician))
    },
    /This was not known when the letter was signed/,
  ],
  [
    'the record was registered in error',
    ({ patientId }) =>
      world.service.db.owner.query(`update patient set is_active = false where id = $1`, [patientId]),
    /no longer exists/,
  ],
  [
    'its document was deleted',
    ({ id }) =>
      world.service.db.owner.query(
        `update document set is_active = false where id = (select document_id from letter where id = $1)`,
        [id],
      ),
    /was deleted/,
  ],
]

describe('a letter that is held back meanwhile', () => {
  it.each(meanwhile)('does not leave if %s', async (_, change, words) => {
    const letter = await world.aSent()
    await change(letter)
    await world.work()
    expect(fake.seen).toEqual([])
    const { rows } = await world.service.db.owner.query<{ state: string; failure: string }>(
      `select state, failure from letter_dispatch where letter_id = $1`,
      [letter.id],
    )
    expect(rows).toEqual([{ state: 'failed', failure: expect.stringMatching(words) as string }])
  })
})

describe('a letter that did not arrive', () => {
  const fails = async (): Promise<SentLetter> => {
    const letter = await world.aSent()
    fake.outcomes = [{ as: 'refused', words: 'The mailbox is not known.' }]
    await world.work()
    return letter
  }

  it('is back among those to be sent, with why, counts on Today, and is a task of its signatory', async () => {
    const before = await notArrived()
    const letter = await fails()
    expect((await unsent()).find(({ id }) => id === letter.id)).toMatchObject({
      failed: 'By MESH: did not arrive',
      failure: 'The mailbox is not known.',
      outsideWays: ['mesh', 'post'],
    })
    expect(await notArrived()).toBe(before + 1)
    const { body } = await world.service.ask(tasksOfPathway, { pathwayId: letter.pathwayId }, world.clinician)
    const task = (body as Task[]).find(({ kind }) => kind === 'letterNotSent')
    expect(task?.text).toMatch(/^A letter did not arrive/)
    expect(task?.clinicianId).toBe(signatory)
  })

  it.each<readonly [string, (letter: SentLetter) => Promise<{ status: number }>]>([
    ['is printed', ({ id }) => world.service.ask(printLetters, { ids: [id] }, world.clinician)],
    ['is sent another way', (letter) => world.send(letter, 'post')],
    [
      'is no longer needed, with a reason',
      ({ id, pathwayId }) =>
        world.service.ask(letterNotNeeded, { id, pathwayId, reason: 'Told by telephone' }, world.clinician),
    ],
  ])('is cleared when it %s', async (_, clear) => {
    const before = await notArrived()
    const letter = await fails()
    expect((await clear(letter)).status).toBe(200)
    expect(await notArrived()).toBe(before)
    expect((await unsent()).map(({ id }) => id)).not.toContain(letter.id)
  })

  it('still counts when its referral is closed', async () => {
    const before = await notArrived()
    const { pathwayId } = await fails()
    await world.service.db.owner.query(
      `update pathway set cancel_referral_date = current_date where id = $1`,
      [pathwayId],
    )
    expect(await notArrived()).toBe(before + 1)
  })

  it('is found by its outcome in the list of those sent', async () => {
    const letter = await fails()
    const { body } = await world.service.ask(listSentLetters, { state: 'failed' }, world.clinician)
    const rows = body as SentRow[]
    expect(rows.map(({ id }) => id)).toContain(letter.id)
    expect(new Set(rows.map(({ dispatch }) => dispatch.state))).toEqual(new Set(['failed']))
  })

  it('is not given up once it has left', async () => {
    const { id, pathwayId } = await world.aSent()
    const input = { id, pathwayId, reason: 'Told by telephone' }
    expect((await world.service.ask(letterNotNeeded, input, world.clinician)).status).toBe(409)
  })
})

it('is in the audit trail with each step, without words about the patient', async () => {
  const letter = await world.aSent()
  await world.work()
  const { rows } = await world.service.db.owner.query<{ records: object[]; patients: number[] }>(
    `select records, patient_ids as patients from audit_event
     where action = 'follow a letter that was sent' and pathway_ids @> array[$1::bigint]`,
    [letter.pathwayId],
  )
  expect(rows).toMatchObject([
    { records: [{ entity: 'letterDispatch', before: { state: 'queued' }, after: { state: 'accepted' } }] },
  ])
})
