import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openNotify } from '../../../platform/messages/notify/notify.ts'
import { startStandIn, type StandIn } from '../../../platform/messages/notify/standIn.ts'
import type { Carrier, Dispatch, Whereabouts } from '../dispatches/carrier.ts'
import { openPost } from './carrier.ts'
import { aLetterToPost } from './testing/aLetterToPost.ts'

let standIn: StandIn
let post: Carrier
let pdf: Uint8Array
beforeAll(async () => {
  standIn = await startStandIn()
  pdf = await aLetterToPost()
})
afterAll(() => standIn.close())
beforeEach(() => {
  post = openPost(openNotify(standIn.settings), 'first')
  standIn.taken = []
  standIn.asked = { posts: 0, finds: 0, gets: 0 }
})
afterEach(() => {
  standIn.nextFaults = []
  standIn.nextLetters = []
})

const aDispatch = (): Dispatch => ({
  ...{ id: 1, letterId: 1, pathwayId: 1, way: 'post', requestId: randomUUID(), reference: null },
  ...{ address: null, meshForm: null, attempts: 1, createdAt: Date.now(), acceptedAt: null },
})

describe('a letter by post', () => {
  it('is accepted under our number, as it was drawn, with the postage of the settings', async () => {
    const dispatch = aDispatch()
    const outcome = await post.send(dispatch, pdf)
    expect(outcome).toMatchObject({ as: 'accepted', reference: standIn.taken[0]?.id })
    expect(standIn.taken).toMatchObject([{ reference: dispatch.requestId, postage: 'first' }])
    expect(standIn.taken[0]?.pdf?.equals(pdf)).toBe(true)
  })

  // Every status of a precompiled letter that the documentation names.
  it.each<[string, NonNullable<Whereabouts>['state'] | null]>([
    ['accepted', null],
    ['pending-virus-check', null],
    ['received', 'posted'],
    ['cancelled', 'failed'],
    ['virus-scan-failed', 'failed'],
    ['validation-failed', 'failed'],
    ['technical-failure', 'failed'],
    ['permanent-failure', 'failed'],
    ['a status of next year', null],
  ])('that is %s is %s', async (status, state) => {
    standIn.nextLetters = [[status]]
    const outcome = await post.send(aDispatch(), pdf)
    await standIn.proceed()
    const reference = outcome.as === 'accepted' ? outcome.reference : ''
    expect((await post.ask({ ...aDispatch(), reference }))?.state ?? null).toBe(state)
  })

  it('that Notify has forgotten needs somebody to look', async () => {
    expect(await post.ask({ ...aDispatch(), reference: randomUUID() })).toMatchObject({ state: 'failed' })
  })

  it('whose reply was lost is found, and not sent twice', async () => {
    for (let times = 0; times < 20; times += 1) {
      const dispatch = aDispatch()
      standIn.taken = []
      standIn.nextFaults = times % 2 === 0 ? ['lost reply'] : ['cut']
      // As the loop that sends does: what may have been accepted is looked for before it is sent again.
      let outcome = await post.send(dispatch, pdf)
      expect(outcome.as).toBe('unknown')
      const known = await post.find(dispatch)
      if (known === null) outcome = await post.send(dispatch, pdf)
      expect(known ?? (outcome.as === 'accepted' && outcome.reference)).toBe(standIn.taken[0]?.id)
      expect(standIn.taken).toHaveLength(1)
    }
  })

  it.each([
    ['is no PDF', async () => Buffer.from('words')],
    ['has no address to show in the window', () => aLetterToPost({ to: [] })],
  ])('that %s is refused without being sent', async (_, draw) => {
    expect(await post.send(aDispatch(), await draw())).toMatchObject({ as: 'refused' })
    expect(standIn.asked.posts).toBe(0)
  })
})
