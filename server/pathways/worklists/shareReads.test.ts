import { describe, expect, it } from 'vitest'
import { shareReads } from './shareReads.ts'

/** A read that the test completes, and how often it was started. */
const counted = () => {
  const begun: { resolve: (value: number) => void; reject: (error: Error) => void }[] = []
  const ask = shareReads(() => new Promise<number>((resolve, reject) => begun.push({ resolve, reject })))
  return { begun, ask }
}
/** What one turn of the event loop causes happens in the next. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

describe('a shared count', () => {
  it('never answers with a count that began before the question', async () => {
    const { begun, ask } = counted()
    const early = ask()
    await settle()
    // Somebody saves here, and then asks.
    const late = ask()
    begun[0]?.resolve(7)
    expect(await early).toBe(7)
    await settle()
    begun[1]?.resolve(8)
    expect(await late).toBe(8)
  })

  it('runs once for all who ask together', async () => {
    const { begun, ask } = counted()
    const together = Array.from({ length: 8 }, () => ask())
    expect(begun).toHaveLength(0)
    await settle()
    expect(begun).toHaveLength(1)
    begun[0]?.resolve(6)
    expect(await Promise.all(together)).toEqual(Array<number>(8).fill(6))
    expect(begun).toHaveLength(1)
  })

  it('runs once for all who ask while another runs, one after the other', async () => {
    const { begun, ask } = counted()
    const first = ask()
    await settle()
    const others = Array.from({ length: 50 }, () => ask())
    await settle()
    expect(begun).toHaveLength(1)
    begun[0]?.resolve(1)
    await settle()
    expect(begun).toHaveLength(2)
    begun[1]?.resolve(2)
    expect(await Promise.all([first, ...others])).toEqual([1, ...Array<number>(50).fill(2)])
    expect(begun).toHaveLength(2)
  })

  it('begins afresh once nobody is counting', async () => {
    const { begun, ask } = counted()
    for (const value of [3, 4]) {
      const answer = ask()
      await settle()
      begun.at(-1)?.resolve(value)
      expect(await answer).toBe(value)
      await settle()
    }
    expect(begun).toHaveLength(2)
  })

  it('tells those who share a failed count, and counts again for the next', async () => {
    const { begun, ask } = counted()
    const failed = ask()
    await settle()
    const waiting = ask()
    begun[0]?.reject(new Error('away'))
    await expect(failed).rejects.toThrow('away')
    await settle()
    begun[1]?.resolve(5)
    expect(await waiting).toBe(5)
  })
})
