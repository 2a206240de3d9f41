import { parseRsaKey } from '../../platform/settings/parseRsaKey.ts'
import { WrongSetting as Wrong, type ReadSetting } from '../../platform/settings/wrongSetting.ts'

/** What this installation proves itself by to a national service (application-restricted access). */
export interface ApiKeys {
  tokenUrl: string
  apiKey: string
  keyId: string
  /** PKCS#8, as PEM. */
  privateKey: string
}

interface ReadKeys {
  /** Null unless all four are set. */
  keys: ApiKeys | null
  /** The settings that are set, and those that are not. */
  named: string[]
  missing: string[]
}

/** Reads the four settings that begin with `prefix`. No message repeats a key. */
export const readApiKeys = (setting: ReadSetting, prefix: 'PDS' | 'ERS' | 'BARS'): ReadKeys => {
  const read = (
    name: 'TOKEN_URL' | 'API_KEY' | 'KEY_ID' | 'PRIVATE_KEY',
    parse: (text: string) => string | Wrong,
  ): string | undefined => setting<string | undefined>(`${prefix}_${name}`, undefined, parse)
  const tokenUrl = read('TOKEN_URL', (text) =>
    parseServiceUrl(text, 'https://api.service.nhs.uk/oauth2/token'),
  )
  const apiKey = read('API_KEY', parseName)
  const keyId = read('KEY_ID', parseName)
  const privateKey = read('PRIVATE_KEY', parseRsaKey)
  const all = Object.entries({ TOKEN_URL: tokenUrl, API_KEY: apiKey, KEY_ID: keyId, PRIVATE_KEY: privateKey })
  const namesOf = (isSet: boolean): string[] =>
    all.filter(([, value]) => (value !== undefined) === isSet).map(([name]) => `${prefix}_${name}`)
  const keys =
    tokenUrl === undefined || apiKey === undefined || keyId === undefined || privateKey === undefined
      ? null
      : { tokenUrl, apiKey, keyId, privateKey }
  return { keys, named: namesOf(true), missing: namesOf(false) }
}

export const isThisMachine = ({ hostname }: URL): boolean =>
  ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)

/** An address of a service, without a slash at its end. @param example an address that would be right */
export const parseServiceUrl = (text: string, example: string): string | Wrong => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isThisMachine(url))
  return url !== undefined && isSafe && url.search + url.hash + url.username + url.password === ''
    ? url.href.replace(/\/$/, '')
    : new Wrong(`must be like ${example}, with https unless it is on this machine`)
}

const parseName = (text: string): string | Wrong =>
  /^[\w.-]{4,200}$/.test(text) ? text : new Wrong('must be letters, digits, dots and hyphens')
