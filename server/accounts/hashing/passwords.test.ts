import { expect, it } from 'vitest'
import { hashPassword, needsRehash, passwordMatches } from './passwords.ts'

it('no password is that of an account without one, not even what is compared with in its place', async () => {
  expect(await passwordMatches(null, 'the password of nobody in particular')).toBe(false)
  expect(await passwordMatches(null, '')).toBe(false)
})

it('a password matches its own hash alone, which is as strong as hashes are made now', async () => {
  const stored = await hashPassword('purple kettle tram 7')
  expect(await passwordMatches(stored, 'purple kettle tram 7')).toBe(true)
  expect(await passwordMatches(stored, 'purple kettle tram 8')).toBe(false)
  expect(needsRehash(stored)).toBe(false)
  expect(needsRehash(stored.replace(/t=\d+/, 't=1'))).toBe(true)
})
