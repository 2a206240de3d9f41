import type { Reply } from './request.ts'

/** What MESH refused. The message is in our words, because its own may repeat what was sent. */
export class MeshRefused extends Error {
  readonly status: number
  /** Its code, such as 12 for an unknown recipient; null if it gave none. */
  readonly code: string | null
  /** When it may be asked again, in milliseconds from now; null if it did not say. */
  readonly waitMs: number | null
  constructor(status: number, code: string | null, words: string, waitMs: number | null = null) {
    super(words)
    this.status = status
    this.code = code
    this.waitMs = waitMs
  }
}

/** Codes of MESH in words (the error codes of its sandbox, from the DTS specification). */
const codes: Readonly<Record<string, string>> = {
  '02': 'MESH received no content.',
  '06': 'MESH could not read what was said about the letter.',
  '07': 'MESH does not know our mailbox.',
  '08': 'MESH was not told the recipient.',
  '11': 'MESH does not take this type of message.',
  '12': 'MESH does not know the mailbox of the recipient.',
  '14': 'The recipient did not collect it within five days.',
  '17': 'The mailbox is not registered for this kind of letter.',
  '18': 'This kind of letter is not enabled in MESH.',
  'EPL-150': 'MESH found several mailboxes for the recipient.',
  'EPL-151': 'MESH found no mailbox for the recipient.',
  'EPL-152': 'MESH knows no patient with this NHS number.',
  'EPL-153': 'MESH knows the patient with another name or date of birth.',
}

/** @param fallback what is said if the code is not known */
export const codeInWords = (code: string | null, fallback: string): string =>
  (code === null ? undefined : codes[code]) ??
  (code === null ? fallback : `${fallback} Its code is ${plain(code)}.`)

/** Codes have letters and digits; anything else is not repeated. */
const plain = (code: string): string => (/^[\w-]{1,20}$/.test(code) ? code : 'unknown')

export const refusalOf = ({ status, headers, body }: Reply): MeshRefused => {
  const code = codeIn(body)
  const seconds = Number(headers['retry-after'])
  const waitMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null
  if (status === 401 || status === 403)
    return new MeshRefused(status, code, 'MESH does not accept our mailbox, password or certificate.')
  if (status === 429) return new MeshRefused(status, code, 'MESH asks us to wait.', waitMs)
  if (status >= 500) return new MeshRefused(status, code, 'MESH is out of order.', waitMs)
  if (status === 413) return new MeshRefused(status, code, 'The letter is too large for MESH.')
  return new MeshRefused(status, code, codeInWords(code, `MESH refused it with ${status}.`))
}

/** Both forms of its errors: `detail: [{code}]` and `errorCode`. */
const codeIn = (body: Buffer): string | null => {
  try {
    const said = JSON.parse(body.toString('utf8')) as { detail?: unknown; errorCode?: unknown }
    const [first] = Array.isArray(said.detail) ? (said.detail as { code?: unknown }[]) : []
    const code = first?.code ?? said.errorCode
    return typeof code === 'string' && code !== '' ? code : null
  } catch {
    return null
  }
}
