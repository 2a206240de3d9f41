import type { AccountsService } from '../../accounts/settings/service.ts'
import type { DocumentsService } from '../../pathways/documents/service.ts'
import { parseYesNo } from '../../platform/settings/parseYesNo.ts'
import type { ReadSetting } from '../../platform/settings/wrongSetting.ts'
import { readNhsLogin, type NhsLoginSettings } from './nhsLoginSettings.ts'

/** How people reach their own page; null if there is none. */
export interface PersonPageSettings {
  /** The address of the service, without a trailing slash. */
  publicUrl: string
  /** Browsers reach it by HTTPS only, so its cookies are sent by HTTPS only. */
  isSecure: boolean
  /** An attempt to sign in is answered after so long, whatever was found. Longer than the work takes. */
  answersAfterMs: number
  /** How people sign in with NHS login; without it they need a link. */
  nhsLogin?: NhsLoginSettings | null
}

export interface PersonService extends AccountsService, DocumentsService {
  personPage: PersonPageSettings | null
}

export const personPath = '/my'

const answersAfterMs = 400

export const personPageAt = (publicUrl: string): PersonPageSettings => ({
  publicUrl,
  isSecure: publicUrl.startsWith('https:'),
  answersAfterMs,
})

/** Reads whether people have a page of their own (decision 163). */
export const readPersonPage = (
  setting: ReadSetting,
  publicUrl: string,
  complain: (line: string) => void,
): PersonPageSettings | null => {
  const isServed = setting('PERSON_PAGE', false, parseYesNo)
  const nhsLogin = readNhsLogin(setting, complain)
  if (!isServed && nhsLogin !== null)
    complain('NHS_LOGIN_ISSUER is set without a page to open with it: please set PERSON_PAGE, or remove it')
  return isServed ? { ...personPageAt(publicUrl), nhsLogin } : null
}
