import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance } from './editDistance.ts'

/** The definition, written out. */
const plainly = (a: string, b: string): number => {
  if (a === '' || b === '') return a.length + b.length
  return Math.min(
    plainly(a.slice(1), b) + 1,
    plainly(a, b.slice(1)) + 1,
    plainly(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1),
  )
}

describe('how far two names are apart', () => {
  it.each([
    ['ashworth', 'ashworth', 0],
    ['ashworth', 'ashwurth', 1],
    ['ashworth', 'ahsworth', 2],
    ['edna', '', 3],
    ['', '', 0],
  ])('%s and %s: %i, counting to 3', (a, b, distance) => {
    expect(editDistance(a, b, 2)).toBe(distance)
  })

  it('is the number of letters to change, as far as it counts', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 })
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 6 }), (a, b, limit) => {
        expect(editDistance(a, b, limit)).toBe(Math.min(plainly(a, b), limit + 1))
      }),
      { numRuns: 300 },
    )
  })
})
