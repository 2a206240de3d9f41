import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decryptText, encrypt, encryptionOverhead } from './encryption.ts'

const key = randomBytes(32)
const nonceSize = 12

describe('encrypted text', () => {
  it('is decrypted with its key and context alone', () => {
    const sealed = encrypt(key, 'draft 7', 'a note')
    expect(decryptText(key, 'draft 7', sealed)).toBe('a note')
    expect(() => decryptText(key, 'draft 8', sealed)).toThrow()
    expect(() => decryptText(randomBytes(32), 'draft 7', sealed)).toThrow()
  })

  // The plaintext is empty, so everything after the nonce is the tag.
  it.each(Array.from({ length: encryptionOverhead - nonceSize }, (_, length) => length))(
    'is refused with a tag of %i bytes',
    (length) => {
      const sealed = encrypt(key, 'draft 7', '')
      expect(() => decryptText(key, 'draft 7', sealed.subarray(0, nonceSize + length))).toThrow()
    },
  )
})
