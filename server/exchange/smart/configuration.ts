import { appLaunchPath } from '../../../contract/exchange/launch.ts'
import { fhirPath, tokenPath, type FhirSettings } from '../settings/settings.ts'
import { algorithms } from './assertion.ts'

export const authorisationUrl = ({ publicUrl }: FhirSettings): string => `${publicUrl}${appLaunchPath}`

/** How other software gets a token (SMART App Launch 2.2, smart-configuration). */
export const configurationOf = (settings: FhirSettings) => ({
  issuer: `${settings.publicUrl}${fhirPath}`,
  authorization_endpoint: authorisationUrl(settings),
  token_endpoint: `${settings.publicUrl}${tokenPath}`,
  grant_types_supported: ['authorization_code', 'client_credentials'],
  token_endpoint_auth_methods_supported: ['private_key_jwt', 'none'],
  token_endpoint_auth_signing_alg_values_supported: algorithms,
  scopes_supported: ['launch', 'launch/patient', 'patient/*.rs', 'user/*.rs', 'system/*.rs'],
  response_types_supported: ['code'],
  code_challenge_methods_supported: ['S256'],
  capabilities: [
    'launch-ehr',
    'launch-standalone',
    'client-public',
    'client-confidential-asymmetric',
    'context-banner',
    'context-ehr-patient',
    'context-standalone-patient',
    'permission-patient',
    'permission-user',
    'permission-v1',
    'permission-v2',
  ],
})
