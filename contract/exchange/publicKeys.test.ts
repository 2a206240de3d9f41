import { describe, expect, it } from 'vitest'
import { readPublicKeys } from './publicKeys.ts'

const rsa = { kty: 'RSA', n: 'c29tZXRoaW5n', e: 'AQAB' }
const setOf = (...keys: unknown[]): string => JSON.stringify({ keys })

describe('public keys', () => {
  it('are read without what a signature does not need', () => {
    expect(readPublicKeys(setOf({ ...rsa, kid: 'a', key_ops: ['verify'] }))).toEqual([{ ...rsa, kid: 'a' }])
  })

  it.each([
    ['keys', 'This is not JSON'],
    ['[]', 'This is no key set: it needs a list named keys'],
    ['null', 'This is no key set: it needs a list named keys'],
    [setOf(), 'This is no key set: it needs a list named keys'],
    [setOf(null), 'Each key must be an object'],
    [setOf({ ...rsa, kty: 'oct' }), 'Each key must be of the type RSA or EC'],
    [setOf({ ...rsa, kty: 'toString' }), 'Each key must be of the type RSA or EC'],
    [setOf({ kty: 'RSA', n: 'c29tZXRoaW5n' }), 'A key of the type RSA needs n, e'],
    [setOf({ ...rsa, n: 'a\u0000' }), 'A key of the type RSA needs n, e'],
    [setOf({ ...rsa, kid: 'a\u0000' }), 'The kid, use, alg of a key must be short text'],
    [
      setOf(rsa, { ...rsa, d: 'c2VjcmV0' }),
      'This has a private key. Paste the public keys only, and make new ones: these are no longer secret',
    ],
  ])('are refused in %s', (text, message) => {
    expect(readPublicKeys(text)).toBe(message)
  })
})
