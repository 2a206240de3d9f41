import {
  wholeFrom,
  type ReadSetting,
  type WrongSetting as Wrong,
} from '../../platform/settings/wrongSetting.ts'
import { isThisMachine, parseServiceUrl, readApiKeys, type ApiKeys } from './apiKeys.ts'

/** Where the Personal Demographics Service is. */
export interface PdsSettings {
  /** Ends without a slash. */
  url: string
  /** Null for a stand-in on this machine that asks for none. */
  keys: ApiKeys | null
  /** Its answers are invented, and the screens say so. */
  isStandIn: boolean
  /** About how many people with an open referral it is asked each night; null for none. */
  mostANight: number | null
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
  const { keys, named, missing } = readApiKeys(setting, 'PDS')
  const mostANight = setting<number | null>('PDS_REFRESH', null, wholeFrom(1, 20_000))
  if (url === undefined) {
    if (named.length > 0)
      complain('PDS_URL is missing: keys for PDS are set; please set PDS_URL, or remove them')
    return null
  }
  if (keys !== null) return { url, keys, isStandIn: false, mostANight }
  if (isThisMachine(new URL(url)) && named.length === 0)
    return { url, keys: null, isStandIn: false, mostANight }
  complain(`PDS_URL is set, and ${missing.join(', ')} must be set too`)
  return null
}

const parseAddress = (text: string): string | Wrong =>
  parseServiceUrl(text, 'https://api.service.nhs.uk/personal-demographics/FHIR/R4')
