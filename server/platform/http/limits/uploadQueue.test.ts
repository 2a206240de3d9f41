import { expect, it } from 'vitest'
import { openUploadLine } from './uploadQueue.ts'

const holdMs = 50

/** The result of each, in order: `in`, or the message of the refusal. */
const outcomesOf = async (entering: Promise<unknown>[]): Promise<unknown[]> =>
  (await Promise.allSettled(entering)).map((one) =>
    one.status === 'fulfilled' ? 'in' : (one.reason as Error).message,
  )

it('two hundred wait in line and no more, ten of them one person’s', async () => {
  const line = openUploadLine(holdMs)
  const under = await outcomesOf(
    [1, 2, 3, 4].flatMap((user) => [line.enter(user, 'a'), line.enter(user, 'b')]),
  )
  expect(under).toEqual(Array.from({ length: 8 }, () => 'in'))

  const of = (user: number, count: number) =>
    Array.from({ length: count }, (_, n) => line.enter(user, `waiting-${n}`))
  const waiting = Array.from({ length: 20 }, (_, n) => of(100 + n, 10)).flat()
  const [beyond] = await outcomesOf([line.enter(200, 'one-more')])
  expect(beyond).toContain('200 other files are ahead of this one.')
  const waited = await outcomesOf(waiting)
  expect(waited[0]).toContain('this file is next.')
  expect(waited.filter((said) => said === 'in')).toEqual([])

  const shorter = openUploadLine(holdMs)
  await outcomesOf([1, 2, 3, 4].flatMap((user) => [shorter.enter(user, 'a'), shorter.enter(user, 'b')]))
  const own = Array.from({ length: 11 }, (_, n) => shorter.enter(100, `waiting-${n}`))
  const said = await outcomesOf(own)
  expect(said[10]).toContain('You are uploading 2 files already')
  expect(said[9]).not.toContain('You are uploading 2 files already')
})
