import { createPrivateKey } from 'node:crypto'
import { WrongSetting as Wrong, type ReadSetting } from '../../platform/settings/wrongSetting.ts'

/** What this installation proves itself by. */
export interface PdsKeys {
  tokenUrl: string
  apiKey: string
  keyId: string
  /** PKCS#8, as PEM. */
  privateKey: string
}

/** Where the Personal Demographics Service is. */
export interface PdsSettings {
  /** Ends without a slash. */
  url: string
  /** Null for a stand-in on this machine that asks for none. */
  keys: PdsKeys | null
  /** Its answers are invented, and the screens say so. */
  isStandIn: boolean
}

/**
 * Reads the settings of the Personal Demographics Service; null if nobody is traced. No message repeats a key.
 * @param complain receives a whole sentence about settings that do not go together
 */
export const readPdsSettings = (
  setting: ReadSetting,
  complain: (sentence: string) => void,
): PdsSettings | null => {
  const url = setting<string | undefined>('PDS_URL', undefined, parseAddress)
  const given = {
    PDS_TOKEN_URL: setting<string | undefined>('PDS_TOKEN_URL', undefined, parseAddress),
    PDS_API_KEY: setting<string | undefined>('PDS_API_KEY', undefined, parseName),
    PDS_KEY_ID: setting<string | undefined>('PDS_KEY_ID', undefined, parseName),
    PDS_PRIVATE_KEY: setting<string | undefined>('PDS_PRIVATE_KEY', undefined, parseKey),
  }
  const missing = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (url === undefined) {
    if (missing.length < Object.keys(given).length)
      complain('PDS_URL is missing: keys for PDS are set; please set PDS_URL, or remove them')
    return null
  }
  const {
    PDS_TOKEN_URL: tokenUrl,
    PDS_API_KEY: apiKey,
    PDS_KEY_ID: keyId,
    PDS_PRIVATE_KEY: privateKey,
  } = given
  if (tokenUrl !== undefined && apiKey !== undefined && keyId !== undefined && privateKey !== undefined)
    return { url, keys: { tokenUrl, apiKey, keyId, privateKey }, isStandIn: false }
  if (isThisMachine(new URL(url)) && missing.length === Object.keys(given).length)
    return { url, keys: null, isStandIn: false }
  complain(`PDS_URL is set, and ${missing.join(', ')} must be set too`)
  return null
}

const isThisMachine = ({ hostname }: URL): boolean => ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)

const parseAddress = (text: string): string | Wrong => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isThisMachine(url))
  return url !== undefined && isSafe && url.search + url.hash + url.username + url.password === ''
    ? url.href.replace(/\/$/, '')
    : new Wrong(
        'must be like https://api.service.nhs.uk/personal-demographics/FHIR/R4, with https unless it is on this machine',
      )
}

const parseName = (text: string): string | Wrong =>
  /^[\w.-]{4,200}$/.test(text) ? text : new Wrong('must be letters, digits, dots and hyphens')

const parseKey = (text: string): string | Wrong => {
  const wrong = new Wrong('must be an RSA private key of at least 2048 bits as PEM')
  try {
    const key = createPrivateKey(text)
    const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
    if (key.asymmetricKeyType !== 'rsa' || modulusLength < 2048) return wrong
    return key.export({ type: 'pkcs8', format: 'pem' }).toString()
  } catch {
    // The error of the library may quote the key.
    return wrong
  }
}
