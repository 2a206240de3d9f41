/** The meaning of each error code, and what to do about it. */
const hints: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing is listening there. Please check that it runs and that the address is right',
  ENOTFOUND: 'its name is not known here. Please check that the address is right',
  EAI_AGAIN: 'its name could not be looked up. Please check the name server of this machine',
  ETIMEDOUT: 'it does not reply. Please check whether a firewall blocks it',
  ENOENT: 'it does not exist. Please check that the path is right',
  ENOTDIR: 'a part of the path is not a folder. Please check that the path is right',
  EACCES: 'this user has no access. Please give it the right to read and write there',
  EROFS: 'it is read-only. Please let this service write there',
  ENOSPC: 'its disk is full. Please free some space',
  '28P01': 'the password is wrong. Please check the user and the password in the setting',
  '28000': 'PostgreSQL does not let this user in. Please check the user and pg_hba.conf',
  '3D000': 'there is no such database. Please create it, or check that the name is right',
  '53300': 'it accepts no more connections. Please raise max_connections, or close others',
  CERT_HAS_EXPIRED: 'its certificate has expired. Please renew it there',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another name. Please use a name that the certificate has',
}
const unknownAuthority =
  'its certificate is from an authority that is not known here. Please set NODE_EXTRA_CA_CERTS to a file with the certificate of that authority'
const ofUnknownAuthority = /^(SELF_SIGNED_CERT|DEPTH_ZERO|UNABLE_TO_(VERIFY|GET)|CERT_UNTRUSTED)/

/** The most informative error. `fetch`, and attempts at several addresses, wrap it in errors of their own. */
const innermost = (error: unknown): unknown => {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0])
  const { cause } = error as { cause?: unknown }
  return cause instanceof Error ? innermost(cause) : error
}

/** Why a part cannot be reached: its own message and, if the code is known, the meaning and what to do. */
export const faultInWords = (error: unknown): string => {
  const found = innermost(error)
  const { code: ownCode } = found as { code?: unknown }
  const words = found instanceof Error && found.message !== '' ? found.message : String(ownCode ?? found)
  const code = codeIn(ownCode, words)
  const hint = ofUnknownAuthority.test(code) ? unknownAuthority : hints[code]
  return hint === undefined ? words : `${words}: ${hint}`
}

/** Libraries report codes of their own and leave the system's code in the message. */
const codeIn = (code: unknown, words: string): string => {
  if (typeof code === 'string' && (code in hints || ofUnknownAuthority.test(code))) return code
  if (/self-signed certificate|unable to (verify|get)[^;]*certificate/.test(words)) return 'UNABLE_TO_VERIFY'
  return /\bE[A-Z]{4,}\b/.exec(words)?.[0] ?? ''
}
