import type { Algorithm } from '@node-rs/argon2'

/** argon2id, 19 MiB, two passes (AU-5). After an increase, older hashes are renewed at the next sign-in. */
export const hashParameters = { algorithm: 2 as Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
