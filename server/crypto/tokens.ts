import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { TokenPair } from '../../contract/session.ts'

/** 256 random bits, so that a token needs no structure and tells nothing. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Tokens are stored only like this; they are random, so a plain hash is enough. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

const keyFrom = (token: string): Buffer =>
  Buffer.from(hkdfSync('sha256', token, '', 'surefoot successor of a refresh token', 32))

/** Seals the successor pair so that only the holder of the predecessor can read it, not the database's (AU-7). */
export const seal = (predecessor: string, pair: TokenPair): Buffer => {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(predecessor), nonce)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(pair), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

export const unseal = (predecessor: string, sealed: Buffer): TokenPair => {
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(predecessor), sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  const text = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
  return JSON.parse(text) as TokenPair
}
