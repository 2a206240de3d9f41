import { createHash } from 'node:crypto'

/** A fast hash: for contents, and for secrets that are random enough not to be guessed, such as tokens; never for a password. */
export const sha256 = (content: string | NodeJS.ArrayBufferView): Buffer =>
  createHash('sha256').update(content).digest()
