import type { SettingName } from '../../platform/settings/catalogue.ts'
import { WrongSetting as Wrong, type ReadSetting } from '../../platform/settings/wrongSetting.ts'
import type { ProviderSettings } from './settings.ts'

/** The OpenID provider if all its settings are set; null if none are. */
export const readProvider = (
  setting: ReadSetting,
  complain: (line: string) => void,
): ProviderSettings | null => {
  const text = (name: SettingName) => setting<string | undefined>(name, undefined, (given) => given)
  const issuer = setting<string | undefined>('OIDC_ISSUER', undefined, parseIssuer)
  const [clientId, clientSecret] = [text('OIDC_CLIENT_ID'), text('OIDC_CLIENT_SECRET')]
  const given = [issuer, clientId, clientSecret].filter((value) => value !== undefined)
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    if (given.length > 0)
      complain('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: please set all or none')
    return null
  }
  return {
    issuer,
    clientId,
    clientSecret,
    label: setting('OIDC_LABEL', 'your organisation’s sign-in', (given) => given),
    scope: setting('OIDC_SCOPE', 'openid profile', (given) => given),
    claim: setting('OIDC_CLAIM', 'sub', (given) => given),
  }
}

/** The address of an OpenID provider: https, unless it is on this machine. */
export const parseIssuer = (text: string): string | Wrong => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe =
    url?.protocol === 'https:' ||
    (url?.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname))
  return isSafe ? text : new Wrong('must be a URL that begins with https://')
}
