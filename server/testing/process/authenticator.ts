import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto'

/* A device with passkeys, made of software: what a browser would send, or what somebody with a device of their own could. */

export interface Passkey {
  id: string
  privateKey: KeyObject
  uses: number
}

interface Said {
  challenge: string
  origin: string
  /** The name of the service, as the browser hashes it into what is signed. */
  name: string
  /** The person has shown a finger, a face or a code. */
  isVerified?: boolean
}

const base64 = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

const clientData = (type: string, { challenge, origin }: Said): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

const present = 0x01
const verified = 0x04
const attestedData = 0x40

const authenticatorData = (said: Said, uses: number, more: Buffer = Buffer.alloc(0)): Buffer => {
  const flags = present | (said.isVerified === false ? 0 : verified) | (more.length > 0 ? attestedData : 0)
  const counter = Buffer.alloc(4)
  counter.writeUInt32BE(uses)
  return Buffer.concat([sha256(said.name), Buffer.from([flags]), counter, more])
}

const word = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 | text.length]), Buffer.from(text)])
const lengthOf = (bytes: Buffer): Buffer => Buffer.from([bytes.length >> 8, bytes.length & 255])

/** Makes a passkey (P-256, no attestation): the answer of navigator.credentials.create. */
export const makePasskey = (said: Said): { passkey: Passkey; response: Record<string, unknown> } => {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = keys.publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const publicKey = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ])
  const attested = Buffer.concat([Buffer.alloc(16), lengthOf(id), id, publicKey])
  const data = authenticatorData(said, 0, attested)
  const attestationObject = Buffer.concat([
    Buffer.from([0xa3]),
    ...[word('fmt'), word('none'), word('attStmt'), Buffer.from([0xa0]), word('authData')],
    ...[Buffer.from([0x59]), lengthOf(data), data],
  ])
  return {
    passkey: { id: base64(id), privateKey: keys.privateKey, uses: 0 },
    response: {
      ...{ id: base64(id), rawId: base64(id), type: 'public-key', clientExtensionResults: {} },
      response: {
        clientDataJSON: base64(clientData('webauthn.create', said)),
        attestationObject: base64(attestationObject),
        transports: ['internal'],
      },
    },
  }
}

/** Signs in with it: the answer of navigator.credentials.get, as JSON. */
export const usePasskey = (passkey: Passkey, said: Said): string => {
  passkey.uses += 1
  const data = authenticatorData(said, passkey.uses)
  const client = clientData('webauthn.get', said)
  const signature = sign('sha256', Buffer.concat([data, sha256(client)]), passkey.privateKey)
  return JSON.stringify({
    ...{ id: passkey.id, rawId: passkey.id, type: 'public-key', clientExtensionResults: {} },
    response: {
      clientDataJSON: base64(client),
      authenticatorData: base64(data),
      signature: base64(signature),
    },
  })
}

/** The same passkey with another key: somebody who knows its id and no more. */
export const forged = (passkey: Passkey): Passkey => ({
  ...passkey,
  privateKey: createPrivateKey(
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' }),
  ),
})
