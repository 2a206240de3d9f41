import { createHash } from 'node:crypto'

/** A fast hash, for content and for secrets too random to guess, such as tokens. Never use it for a password. */
export const sha256 = (content: string | NodeJS.ArrayBufferView): Buffer =>
  createHash('sha256').update(content).digest()
