import { argon2id } from '@noble/hashes/argon2.js'

/**
 * Argon2id with the memory and rounds that OWASP names at least for it (19 MiB, 2): a PIN has only six digits, and the other
 * half of the key is the service's.
 */
export const stretch = (pin: string, salt: Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(argon2id(pin, salt, { t: 2, m: 19 * 1024, p: 1, dkLen: 32 }))
