import { expect, it } from 'vitest'
import { callOutcomes, isTold, isTriedAgain } from './callOutcome.ts'

const those = (is: (outcome: (typeof callOutcomes)[number]['code'] | null) => boolean): string[] =>
  callOutcomes.map(({ code }) => code).filter(is)

it('asks for a next try where nobody was reached and nothing says that the person is not to be rung', () => {
  expect(those(isTriedAgain)).toEqual(['noAnswer', 'wrongNumber', 'ringBack', 'inHospital', 'spokeToOther'])
  expect(isTriedAgain(null)).toBe(false)
})

it('hears how the person is from the person, or from somebody else who answered', () => {
  expect(those(isTold)).toEqual(['reached', 'spokeToOther'])
  expect(isTold(null)).toBe(true)
})
