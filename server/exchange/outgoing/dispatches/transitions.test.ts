import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutsideWay } from '../../../../contract/care/letters/ways.ts'
import { letterWorld, type LetterWorld, type SentLetter } from '../../testing/letterWorld.ts'
import { openMesh } from '../mesh/api/mesh.ts'
import { openMeshInbox, type MeshInbox } from '../mesh/inbox.ts'
import { startMeshStandIn, type MeshStandIn } from '../mesh/standIn/standIn.ts'
import type { Carrier, Dispatch, Whereabouts } from './carrier.ts'

/*
 * Every state of a letter, and everything that can be heard of it there: once, again, and late, when another process
 * has heard something else meanwhile.
 */

type State = 'queued' | 'accepted' | 'posted' | 'arrived' | 'failed'

/** What news changes a letter in each state. */
const follows: Record<State, readonly State[]> = {
  queued: ['accepted', 'arrived', 'failed'],
  accepted: ['posted', 'arrived', 'failed'],
  posted: ['failed'],
  arrived: [],
  failed: ['arrived'],
}

let world: LetterWorld
let standIn: MeshStandIn
let inbox: MeshInbox

/** A service that takes each letter, and answers slowly if there is something to do `meanwhile`. */
const fake = {
  sent: new Set<string>(),
  whereabouts: null as Whereabouts,
  meanwhile: null as (() => Promise<void>) | null,
}
const slowly = async (): Promise<void> => {
  const { meanwhile } = fake
  fake.meanwhile = null
  await meanwhile?.()
}
const referenceOf = ({ requestId }: Pick<Dispatch, 'requestId'>): string => `REF-${requestId}`
const carrier: Carrier = {
  find: async (dispatch) => (fake.sent.has(dispatch.requestId) ? referenceOf(dispatch) : null),
  send: async (dispatch) => {
    fake.sent.add(dispatch.requestId)
    await slowly()
    return { as: 'accepted', reference: referenceOf(dispatch), words: 'Accepted' }
  },
  ask: async () => {
    const { whereabouts } = fake
    await slowly()
    return whereabouts
  },
}

beforeAll(async () => {
  world = await letterWorld()
  await world.takesByMesh('sendDocument')
  world.service.parts.carriers = { mesh: carrier, post: carrier }
  standIn = await startMeshStandIn()
  inbox = openMeshInbox(world.service.db.sql, () => world.service.time.now, openMesh(standIn.settings))
})
afterAll(async () => {
  await standIn.close()
  await world.service.close()
})
beforeEach(async () => {
  // Nothing of another test is due.
  await world.service.db.owner.query('update letter_dispatch set next_at = null')
  world.service.time.now = Date.now() + 60_000
  fake.whereabouts = null
})

const work = async (): Promise<void> => {
  // What a process that does not answer had claimed is free again.
  world.wait(5)
  await world.work()
}
const ask = async (state: State): Promise<void> => {
  fake.whereabouts = state === 'queued' || state === 'accepted' ? null : { state, words: `Heard: ${state}` }
  await work()
}

/** Brings a letter from where it is to a state, by the loop. */
const bringTo = async (letter: SentLetter, state: State): Promise<void> => {
  const { state: now } = await stored(letter)
  if (now === state) return
  if (now === 'queued') await work()
  if (state !== 'accepted') await ask(state)
}

const stored = async ({ id, pathwayId }: SentLetter) => {
  const { rows } = await world.service.db.owner.query<{
    state: State
    requestId: string
    steps: number
    events: number
    tasks: number
  }>(
    `select dispatch.state, dispatch.request_id as "requestId",
       (select count(*)::integer from letter_dispatch_step where dispatch_id = dispatch.id) as steps,
       (select count(*)::integer from audit_event where action = 'follow a letter that was sent' and pathway_ids = array[$2::bigint]) as events,
       (select count(*)::integer from task where pathway_id = $2 and kind = 'letterNotSent' and closed_at is null) as tasks
     from letter_dispatch as dispatch where letter_id = $1`,
    [id, pathwayId],
  )
  const [row] = rows
  if (row === undefined) throw new Error('No such letter')
  return row
}

/** How news comes in. `tell` brings the letter to its state first, or while the news is on its way. */
interface Door {
  name: string
  way: OutsideWay
  news: Exclude<State, 'queued'>
  tell: (letter: SentLetter, from: State) => Promise<void>
  again: (letter: SentLetter) => Promise<unknown>
}

const callBack = async (letter: SentLetter): Promise<void> => {
  const { requestId } = await stored(letter)
  const answer = await world.service.app.inject({
    method: 'POST',
    url: '/notify/status',
    headers: { authorization: 'Bearer the-token-of-the-stand-in' },
    payload: {
      notification_id: randomUUID(),
      reference: requestId,
      date_sent: '2026-11-10T12:15:30.000000Z',
    },
  })
  expect(answer.statusCode).toBe(204)
}
const answer =
  (code: string) =>
  async (letter: SentLetter): Promise<void> => {
    standIn.answer((await stored(letter)).requestId, code)
    expect(await inbox.read()).toBe(1)
  }
const afterwards =
  (say: (letter: SentLetter) => Promise<void>): Door['tell'] =>
  async (letter, from) => {
    await bringTo(letter, from)
    await say(letter)
  }
const asked = (news: 'posted' | 'arrived' | 'failed'): Door => ({
  ...{ name: 'the loop, which asks', way: 'post', news },
  tell: async (letter, from) => {
    await bringTo(letter, 'accepted')
    fake.meanwhile = () => bringTo(letter, from)
    await ask(news)
  },
  again: () => ask(news),
})
const doors: readonly Door[] = [
  {
    ...{ name: 'the loop, which sends', way: 'post', news: 'accepted' },
    tell: async (letter, from) => {
      fake.meanwhile = () => bringTo(letter, from)
      await work()
    },
    again: work,
  },
  ...(['posted', 'arrived', 'failed'] as const).map(asked),
  { name: 'a callback', way: 'post', news: 'failed', tell: afterwards(callBack), again: callBack },
  {
    ...{ name: 'an acknowledgement', way: 'mesh', news: 'arrived' },
    ...{ tell: afterwards(answer('30001')), again: answer('30001') },
  },
  {
    ...{ name: 'a refusal', way: 'mesh', news: 'failed' },
    ...{ tell: afterwards(answer('30002')), again: answer('30002') },
  },
]

/** Nobody asks about what did not leave, and MESH posts nothing. */
const canBe = ({ name, way }: Door, from: State): boolean =>
  !(from === 'queued' && name === 'the loop, which asks') && !(from === 'posted' && way === 'mesh')

const cases = (Object.keys(follows) as State[]).flatMap((from) =>
  doors.filter((door) => canBe(door, from)).map((door) => [from, door.news, door.name, door] as const),
)

describe('a letter', () => {
  it.each(cases)('that is %s and said to be %s by %s', async (from, news, _, { way, tell, again }) => {
    const letter = await world.aSent(way)
    await tell(letter, from)
    const isNews = follows[from].includes(news)
    const state = isNews ? news : from
    const passed = [...(from === 'queued' ? [] : ['accepted', from]), ...(isNews ? [news] : [])]
    const events = new Set(passed).size
    const expected = { state, events, steps: 1 + events, tasks: state === 'failed' ? 1 : 0 }
    expect(await stored(letter)).toMatchObject(expected)
    await again(letter)
    expect(await stored(letter)).toMatchObject(expected)
  })
})
