/** A public key of a JSON Web Key Set (RFC 7517), without parts that nobody needs to check a signature. */
export type PublicKey = Readonly<Record<string, string>>

const privateParts = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']
/** The members that make the key, in base64url or as the name of a curve. */
const partsOf: Readonly<Record<string, readonly string[]>> = { RSA: ['n', 'e'], EC: ['crv', 'x', 'y'] }
const partPattern = /^[\w-]{1,2000}$/
/** What a key says about itself. */
const about = ['kid', 'use', 'alg']
const aboutPattern = /^[\x20-\x7e]{1,200}$/

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const readKey = (key: unknown): PublicKey | string => {
  if (!isObject(key)) return 'Each key must be an object'
  if (privateParts.some((part) => key[part] !== undefined))
    return 'This has a private key. Paste the public keys only, and make new ones: these are no longer secret'
  const kind = key['kty']
  const parts = typeof kind === 'string' && Object.hasOwn(partsOf, kind) ? partsOf[kind] : undefined
  if (parts === undefined) return 'Each key must be of the type RSA or EC'
  if (!parts.every((part) => partPattern.test(String(key[part] ?? ''))))
    return `A key of the type ${String(kind)} needs ${parts.join(', ')}`
  const said = about.filter((part) => key[part] !== undefined)
  if (!said.every((part) => aboutPattern.test(String(key[part]))))
    return `The ${about.join(', ')} of a key must be short text`
  return Object.fromEntries(['kty', ...said, ...parts].map((part) => [part, String(key[part])]))
}

/** The keys of a JSON Web Key Set, or a sentence that says what is wrong with it. */
export const readPublicKeys = (text: string): PublicKey[] | string => {
  let sent: unknown
  try {
    sent = JSON.parse(text)
  } catch {
    return 'This is not JSON'
  }
  const keys = isObject(sent) ? sent['keys'] : undefined
  if (!Array.isArray(keys) || keys.length === 0) return 'This is no key set: it needs a list named keys'
  const read = keys.map(readKey)
  return read.find((key) => typeof key === 'string') ?? (read as PublicKey[])
}
