import { parseIssuer } from '../../accounts/settings/readProvider.ts'
import { parseRsaKey } from '../../platform/settings/parseRsaKey.ts'
import type { ReadSetting } from '../../platform/settings/wrongSetting.ts'

export interface NhsLoginSettings {
  issuer: string
  clientId: string
  /** PKCS #8 PEM. */
  privateKey: string
}

/** NHS login if all its settings are set; null if none are. */
export const readNhsLogin = (
  setting: ReadSetting,
  complain: (line: string) => void,
): NhsLoginSettings | null => {
  const issuer = setting<string | undefined>('NHS_LOGIN_ISSUER', undefined, parseIssuer)
  const clientId = setting<string | undefined>('NHS_LOGIN_CLIENT_ID', undefined, (text) => text)
  const privateKey = setting<string | undefined>('NHS_LOGIN_PRIVATE_KEY', undefined, parseRsaKey)
  if (issuer !== undefined && clientId !== undefined && privateKey !== undefined)
    return { issuer, clientId, privateKey }
  if ([issuer, clientId, privateKey].some((value) => value !== undefined))
    complain(
      'NHS_LOGIN_ISSUER, NHS_LOGIN_CLIENT_ID and NHS_LOGIN_PRIVATE_KEY belong together: please set all or none',
    )
  return null
}
