import { describe, expect, it } from 'vitest'
import { HttpProblem } from '../../platform/errors.ts'
import { openQueue, type Asker } from './passwordQueue.ts'

/** A queue with its own clock. Every job takes one second. */
const aQueue = ({ atOnce = 1, longestMs = 30_000 } = {}) => {
  let now = 0
  const done: string[] = []
  const queue = openQueue({ atOnce, longestMs, firstGuessMs: 1000, clock: () => now })
  const finish: (() => void)[] = []
  const ask = (name: string, rank: Asker['rank'], from = name) =>
    queue.inQueue({ rank, from }, async () => {
      await new Promise<void>((resolve) => finish.push(resolve))
      done.push(name)
    })
  /** Finishes all jobs, one after the other. */
  const runOut = async (): Promise<string[]> => {
    const settled = () => new Promise((resolve) => setImmediate(resolve))
    for (await settled(); finish.length > 0; await settled()) {
      now += 1000
      finish.shift()?.()
    }
    return done
  }
  return { ask, runOut }
}

const rejection = async (asked: Promise<void>): Promise<unknown> =>
  asked.then(
    () => null,
    (error: unknown) => error,
  )

describe('DL-2: who is served next', () => {
  it('is theirs who are signed in, then theirs who come from a known place, then anybody’s', async () => {
    const { ask, runOut } = aQueue()
    void ask('first', 'stranger')
    void ask('guess', 'stranger')
    void ask('nurse at the clinic', 'known')
    void ask('change of password', 'signed in')
    expect(await runOut()).toEqual(['first', 'change of password', 'nurse at the clinic', 'guess'])
  })

  it('alternates between networks, so that one with a thousand guesses delays each other network by one at most', async () => {
    const { ask, runOut } = aQueue({ longestMs: Infinity })
    for (let index = 0; index < 1000; index += 1) void ask(`guess ${index}`, 'stranger', 'attacker')
    void ask('newcomer', 'stranger', 'home')
    void ask('second newcomer', 'stranger', 'home')
    const order = await runOut()
    expect(order.indexOf('newcomer')).toBeLessThanOrEqual(2)
    expect(order.indexOf('second newcomer')).toBeLessThanOrEqual(4)
    expect(order).toHaveLength(1002)
  })

  it('comes to everybody in the order of their asking where all are alike', async () => {
    const { ask, runOut } = aQueue()
    const names = Array.from({ length: 20 }, (_, index) => `nurse ${index}`)
    for (const name of names) void ask(name, 'known', 'clinic')
    expect(await runOut()).toEqual(names)
  })

  it('passes on when the work fails', async () => {
    const queue = openQueue({ atOnce: 1, longestMs: 1000, firstGuessMs: 1, clock: () => 0 })
    const asker: Asker = { rank: 'known', from: 'clinic' }
    const failing = queue.inQueue(asker, () => Promise.reject(new Error('broken')))
    const next = queue.inQueue(asker, () => Promise.resolve('done'))
    await expect(failing).rejects.toThrow('broken')
    expect(await next).toBe('done')
  })
})

describe('DL-2: a wait that is too long', () => {
  it('is refused with the time that it would be, and costs those who wait nothing', async () => {
    const { ask, runOut } = aQueue()
    for (let index = 0; index < 31; index += 1) void ask(`nurse ${index}`, 'known', 'clinic')
    void ask('the last that fits', 'known', 'clinic')
    const refusal = await rejection(ask('one too many', 'known', 'clinic'))
    expect(refusal).toBeInstanceOf(HttpProblem)
    expect(refusal).toMatchObject({ status: 503, retryAfterMs: 31_000 })
    expect(await runOut()).toHaveLength(32)
  })

  it('of strangers leaves room for those from known places and those at work', async () => {
    const { ask, runOut } = aQueue()
    for (let index = 0; index < 32; index += 1) void ask(`guess ${index}`, 'stranger')
    expect(await rejection(ask('a guess too many', 'stranger'))).toMatchObject({ status: 503 })
    const [nurse, work] = [ask('nurse', 'known'), ask('work', 'signed in')]
    const order = await runOut()
    await Promise.all([nurse, work])
    expect(order.slice(1, 3)).toEqual(['work', 'nurse'])
  })

  it('is estimated from how long jobs take', async () => {
    const quick = openQueue({
      atOnce: 1,
      longestMs: 1000,
      firstGuessMs: 5000,
      clock: () => 0,
    })
    const asker: Asker = { rank: 'known', from: 'clinic' }
    for (let index = 0; index < 60; index += 1) await quick.inQueue(asker, () => Promise.resolve())
    const crowd = Array.from({ length: 50 }, () => quick.inQueue(asker, () => Promise.resolve('in')))
    expect(await Promise.all(crowd)).toHaveLength(50)
  })
})
