import { describe, expect, it } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { knownCalls, mustBeKnown } from './knownCalls.ts'

/** The calls that make or change a record by its fields. */
const isSave = (path: string): boolean => /\/(save|create)$/i.test(path)

describe('the table of calls that the trust tests walk (server/testing/knownCalls.ts)', () => {
  it('has a line for every call of the product', () => {
    expect(knownCalls.map(({ call }) => call.path).sort()).toEqual(
      endpoints
        .filter(mustBeKnown)
        .map(({ path }) => path)
        .sort(),
    )
  })

  it('has the columns of every save', () => {
    const without = knownCalls.filter(({ call, saves }) => isSave(call.path) && saves.length === 0)
    expect(without.map(({ call }) => call.path)).toEqual([])
  })
})
