import type { ReadSetting } from '../platform/settings/wrongSetting.ts'
import { parseYesNo } from '../platform/settings/parseYesNo.ts'
import type { Service } from '../platform/http/calls/service.ts'
import type { Pds } from './pds/openPds.ts'

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

export interface ExchangeService extends Service {
  fhir: FhirSettings | null
  /** Where people are traced; null if nowhere. */
  pds: Pds | null
  referralForm: ReferralFormSettings | null
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
