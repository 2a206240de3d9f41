import { hkdfSync, randomBytes } from 'node:crypto'
import type { TokenPair } from '../../../contract/accounts/session.ts'
import { decryptText, encrypt } from './encryption.ts'

/** 256 random bits. A token has no structure, reveals nothing, and is stored as a plain hash. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** A key that only the holder of the token has. @param purpose the same token gives each purpose another key */
export const keyOfToken = (token: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', token, '', purpose, 32))

const keyFrom = (token: string): Buffer => keyOfToken(token, 'surefoot successor of a refresh token')

/** Each key encrypts a single pair, so the pair needs no context. */
const noContext = ''

/** Encrypts the successor pair so that the holder of the predecessor can read it and the database cannot (AU-7). */
export const seal = (predecessor: string, pair: TokenPair): Buffer =>
  encrypt(keyFrom(predecessor), noContext, JSON.stringify(pair))

export const unseal = (predecessor: string, sealed: Buffer): TokenPair =>
  JSON.parse(decryptText(keyFrom(predecessor), noContext, sealed)) as TokenPair
