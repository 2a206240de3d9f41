import { WrongSetting as Wrong, type ReadSetting } from '../../platform/settings/wrongSetting.ts'

/** The service's own script, which a browser runs in a frame. Each kind starts differently. */
export interface LookupScript {
  kind: 'captureplus' | 'address' | 'capture-sdk'
  /** Without the key, which is sent only to users who may edit patients. */
  script: string
  style: string
  /** The origins that the script may load from and connect to. */
  origins: readonly string[]
}

/** How this installation looks up addresses. The default is not at all. */
export type AddressLookupSettings =
  | { by: 'nobody' }
  | { by: 'server'; url: string; key: string }
  | { by: 'browser'; key: string; frame: LookupScript }

export const noAddressLookup: AddressLookupSettings = { by: 'nobody' }

const ways = { none: 'nobody', 'loqate-server': 'server', 'loqate-browser': 'browser' } as const

const serviceOrigin = 'https://services.postcodeanywhere.co.uk'
/** The newer module has its own origin, and queries a third one. */
const moduleOrigin = 'https://assets.loqate.com'
const moduleServiceOrigin = 'https://api.addressy.com'

/**
 * Reads the settings of the address lookup.
 * @param complain receives a whole sentence about settings that conflict
 */
export const readAddressLookup = (
  setting: ReadSetting,
  complain: (sentence: string) => void,
): AddressLookupSettings => {
  const by = setting<(typeof ways)[keyof typeof ways] | undefined>('ADDRESS_LOOKUP', undefined, parseWay)
  const key = setting<string | undefined>('ADDRESS_LOOKUP_KEY', undefined, parseKey)
  const url = setting<string | undefined>('ADDRESS_LOOKUP_URL', undefined, parseOrigin)
  const script = setting('ADDRESS_LOOKUP_SCRIPT', 'captureplus-2.30', parseScript)
  if (by === undefined && key !== undefined)
    complain(
      'ADDRESS_LOOKUP is missing: ADDRESS_LOOKUP_KEY is set; please set ADDRESS_LOOKUP, or remove the key',
    )
  if (by === undefined || by === 'nobody') return noAddressLookup
  if (key === undefined) {
    complain('ADDRESS_LOOKUP_KEY is missing: ADDRESS_LOOKUP needs the key of the address service')
    return noAddressLookup
  }
  return by === 'server' ? { by, key, url: url ?? serviceOrigin } : { by, key, frame: scriptOf(script, url) }
}

/** @param url the origin of a stand-in or proxy; the service's own origins if absent */
const scriptOf = (name: string, url: string | undefined): LookupScript => {
  if (name === 'capture-sdk') {
    const folder = `${url ?? moduleOrigin}/capture-sdk/v0/capture-sdk`
    return {
      kind: 'capture-sdk',
      script: `${folder}.js`,
      style: `${folder}.css`,
      origins: url === undefined ? [moduleOrigin, moduleServiceOrigin, serviceOrigin] : [url],
    }
  }
  const origin = url ?? serviceOrigin
  return {
    kind: name.startsWith('captureplus') ? 'captureplus' : 'address',
    script: `${origin}/js/${name}.min.js`,
    style: `${origin}/css/${name}.min.css`,
    origins: [origin],
  }
}

const parseWay = (text: string): (typeof ways)[keyof typeof ways] | Wrong =>
  Object.entries(ways).find(([name]) => name === text)?.[1] ??
  new Wrong(`must be one of ${Object.keys(ways).join(', ')}, not "${text}"`)

/** Never repeats the value: anybody who has it can spend money on it. */
const parseKey = (text: string): string | Wrong =>
  /^[\w-]{4,100}$/.test(text)
    ? text
    : new Wrong('must be letters, digits and hyphens, as the address service gives it')

const parseOrigin = (text: string): string | Wrong => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe =
    url?.protocol === 'https:' ||
    (url?.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname))
  return url !== undefined && isSafe && url.pathname + url.search + url.hash + url.username === '/'
    ? url.origin
    : new Wrong('must be like https://services.postcodeanywhere.co.uk, with no path')
}

const parseScript = (text: string): string | Wrong =>
  /^(captureplus-\d\.\d{1,3}|address-\d\.\d{1,3}|capture-sdk)$/.test(text)
    ? text
    : new Wrong(`must be like captureplus-2.30 or address-3.91, or capture-sdk, not "${text}"`)
