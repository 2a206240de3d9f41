import { WrongSetting, wholeFrom, type ReadSetting } from '../../platform/settings/wrongSetting.ts'
import { parseYesNo } from '../../platform/settings/parseYesNo.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import type { Carriers } from '../outgoing/dispatches/carrier.ts'
import type { Mesh } from '../outgoing/mesh/api/mesh.ts'
import { isThisMachine, parseServiceUrl, readApiKeys } from '../pds/apiKeys.ts'
import { openTokens, type TokenSource } from '../pds/adapter/token.ts'
import type { Pds } from '../pds/openPds.ts'

/** How the record is offered as FHIR; null if it is not. */
export interface FhirSettings {
  /** The address of the service, without a trailing slash. */
  publicUrl: string
  /** Hosts from which the keys of clients may be fetched although they are inside the own network. */
  keyHosts: readonly string[]
}

/** How the public referral form is served; null if it is not. */
export interface ReferralFormSettings {
  /** Browsers reach it by HTTPS only, so its cookie is sent by HTTPS only. */
  isSecure: boolean
}

/** Bearer tokens of a national service. */
export interface NationalTokens {
  source: TokenSource
  /** The host that gives them. They are sent to no other. */
  host: string
}

/** The kinds of message that can be taken from other services (Booking and Referral Standard). */
export const barsUseCases = ['referral', 'a4t2', 'a4t3'] as const
export type BarsUseCase = (typeof barsUseCases)[number]

/** How referrals are taken as messages; null if they are not. */
export interface BarsSettings {
  /** The identifier under which other services address this one. */
  serviceId: { system: string; value: string }
  useCases: readonly BarsUseCase[]
  /** Null if answers are sent without a token. */
  tokens: NationalTokens | null
}

/** How referrals are fetched from the NHS e-Referral Service; null if they are not. */
export interface ErsSettings {
  /** The address of the service, without a trailing slash. */
  url: string
  /** The code of our organisation in the Organisation Data Service. */
  odsCode: string
  /** The number of our service in e-RS, whose referrals alone are listed; null for all of the organisation. */
  serviceId: string | null
  /** Null for a stand-in on this machine that asks for none. */
  tokens: NationalTokens | null
  /** How often the list of referrals to review is read. */
  minutes: number
}

export interface ExchangeService extends Service {
  fhir: FhirSettings | null
  /** Where people are traced; null if nowhere. */
  pds: Pds | null
  referralForm: ReferralFormSettings | null
  bars: BarsSettings | null
  ers: ErsSettings | null
  /** Whether lists of people who may need the service are loaded, and their people invited. */
  caseFinding: boolean
  /** The token with which GOV.UK Notify calls back; null if it does not. */
  notifyCallback: string | null
  /** The services outside that take letters, by the way in which those leave. Empty: letters are printed or mailed. */
  carriers: Carriers
  /** Our mailbox in MESH; null if there is none. */
  mesh: Mesh | null
}

export const fhirPath = '/fhir/R4'
export const tokenPath = '/fhir/token'
export const referralFormPath = '/refer'

/** Reads whether the record is offered as FHIR (decision 148). */
export const readFhirSettings = (setting: ReadSetting, publicUrl: string): FhirSettings | null => {
  const isOffered = setting('FHIR', false, parseYesNo)
  const keyHosts = setting<readonly string[]>('FHIR_KEY_HOSTS', [], (text) =>
    text.split(',').map((host) => host.trim().toLowerCase()),
  )
  return isOffered ? { publicUrl, keyHosts } : null
}

export const referralFormAt = (publicUrl: string): ReferralFormSettings => ({
  isSecure: publicUrl.startsWith('https:'),
})

/** Reads whether anybody can refer by the public form (decision 153). */
export const readReferralForm = (setting: ReadSetting, publicUrl: string): ReferralFormSettings | null =>
  setting('REFERRAL_FORM', false, parseYesNo) ? referralFormAt(publicUrl) : null

/** Reads whether case-finding lists are loaded (decision 155). */
export const readCaseFinding = (setting: ReadSetting): boolean => setting('CASE_FINDING', false, parseYesNo)

const dosSystem = 'https://fhir.nhs.uk/Id/dos-service-id'

/** Reads whether referrals are taken as messages (decision 154). */
export const readBarsSettings = (
  setting: ReadSetting,
  isFhirOffered: boolean,
  complain: (line: string) => void,
): BarsSettings | null => {
  const isOffered = setting('BARS', false, parseYesNo)
  const serviceId = setting<BarsSettings['serviceId'] | null>('BARS_SERVICE_ID', null, parseServiceId)
  const useCases = setting<readonly BarsUseCase[]>('BARS_USE_CASES', ['referral', 'a4t3'], parseUseCases)
  const tokens = readTokens(setting, 'BARS', complain)
  if (!isOffered) return null
  if (!isFhirOffered) complain('BARS needs FHIR=yes, whose addresses and clients it uses')
  if (serviceId === null) complain('BARS_SERVICE_ID is missing: other services address messages to it')
  return serviceId === null ? null : { serviceId, useCases, tokens }
}

const parseServiceId = (text: string): BarsSettings['serviceId'] | WrongSetting => {
  const at = text.lastIndexOf('|')
  const [system, value] = at < 0 ? [dosSystem, text] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  return /^[!-~]{1,64}$/.test(value) && URL.canParse(system)
    ? { system, value }
    : new WrongSetting('must be like 200099999 or https://fhir.nhs.uk/Id/dos-service-id|200099999')
}

const parseUseCases = (text: string): readonly BarsUseCase[] | WrongSetting => {
  const named = text.split(',').map((each) => each.trim().toLowerCase())
  const known = barsUseCases.filter((each) => named.includes(each))
  return named.length === known.length
    ? known
    : new WrongSetting(`must be some of ${barsUseCases.join(', ')}, separated by commas`)
}

/** Reads whether referrals are fetched from the NHS e-Referral Service (decision 154). */
export const readErsSettings = (
  setting: ReadSetting,
  complain: (line: string) => void,
): ErsSettings | null => {
  const url = setting<string | null>('ERS_URL', null, parseErsUrl)
  const odsCode = setting<string | null>('ERS_ODS', null, parseOdsCode)
  const serviceId = setting<string | null>('ERS_SERVICE', null, parseErsService)
  const tokens = readTokens(setting, 'ERS', complain)
  const minutes = setting('ERS_MINUTES', minutesBetweenLists, wholeFrom(1, 1440))
  if (url === null) return null
  if (odsCode === null) complain('ERS_ODS is missing: the e-Referral Service is asked for an organisation')
  if (tokens === null && !isThisMachine(new URL(url)))
    complain('ERS_URL is set, and ERS_TOKEN_URL, ERS_API_KEY, ERS_KEY_ID, ERS_PRIVATE_KEY must be set too')
  return odsCode === null ? null : { url, odsCode, serviceId, tokens, minutes }
}

/** An application that reads without a signed-in user may ask for the list of a service twice a day. */
const minutesBetweenLists = 720

const tokenWaitMs = 15_000

/** Reads the keys of a national service; null if none are set. */
const readTokens = (
  setting: ReadSetting,
  prefix: 'ERS' | 'BARS',
  complain: (line: string) => void,
): NationalTokens | null => {
  const { keys, named, missing } = readApiKeys(setting, prefix)
  if (keys !== null)
    return { host: new URL(keys.tokenUrl).host, source: openTokens(keys, Date.now, tokenWaitMs) }
  if (named.length > 0) complain(`${named.join(', ')} is set, and ${missing.join(', ')} must be set too`)
  return null
}

const parseErsService = (text: string): string | WrongSetting =>
  /^\d{1,12}$/.test(text) ? text : new WrongSetting('must be the number of the service in e-RS')

const parseErsUrl = (text: string): string | WrongSetting =>
  parseServiceUrl(text, 'https://api.service.nhs.uk/referrals/FHIR')

const parseOdsCode = (text: string): string | WrongSetting =>
  /^[A-Z0-9]{3,10}$/i.test(text) ? text.toUpperCase() : new WrongSetting('must be a code such as RXX')
