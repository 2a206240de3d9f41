import { Encrypter } from 'age-encryption'
import type { HandedIn, VisitPack } from '../../../../contract/care/visits/visits.ts'

const base64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.codePointAt(0) ?? 0)
export const toBase64 = base64

/** Seals what was typed for the service, with the proof that the pack was open. Nobody on the device can open it again. */
export const sealForService = async (
  { recipient, proof }: Pick<VisitPack, 'recipient' | 'proof'>,
  typed: HandedIn,
): Promise<Uint8Array<ArrayBuffer>> => {
  const text = JSON.stringify(typed)
  const key = await crypto.subtle.importKey(
    'raw',
    fromBase64(proof),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  const mac = base64(new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text))))
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return new Uint8Array(await encrypter.encrypt(JSON.stringify({ text, mac })))
}
