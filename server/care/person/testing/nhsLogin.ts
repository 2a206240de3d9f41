import { generateKeyPairSync } from 'node:crypto'
import { startProvider, type RunningProvider } from '../../../testing/process/provider.ts'
import type { NhsLoginSettings } from '../nhsLoginSettings.ts'

/** What the stand-in says of somebody. */
export interface AtNhsLogin {
  nhs_number?: string
  birthdate?: string
  identity_proofing_level?: string
  vot?: string
}

const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

/**
 * A stand-in for NHS login on this machine: private_key_jwt, RS512, claims of the profile in the ID token.
 * @param people by the name that they sign in with
 */
export const startNhsLogin = async (
  returnTo: string,
  people: Map<string, AtNhsLogin>,
  host?: 'localhost',
): Promise<{ provider: RunningProvider; settings: NhsLoginSettings }> => {
  const [ours, theirs] = [rsa(), rsa()]
  const clientId = 'falls-service'
  const provider = await startProvider(
    returnTo,
    {
      clients: [
        {
          client_id: clientId,
          redirect_uris: [returnTo],
          token_endpoint_auth_method: 'private_key_jwt',
          token_endpoint_auth_signing_alg: 'RS512',
          id_token_signed_response_alg: 'RS512',
          jwks: { keys: [{ ...ours.publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS512' }] },
        },
      ],
      jwks: { keys: [{ ...theirs.privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS512' }] },
      clientAuthMethods: ['private_key_jwt'],
      enabledJWA: { idTokenSigningAlgValues: ['RS512'], clientAuthSigningAlgValues: ['RS512'] },
      // Claims come in the ID token, as those of NHS login do.
      conformIdTokenClaims: false,
      extraParams: ['vtr'],
      claims: {
        openid: ['sub', 'vot'],
        profile: ['nhs_number', 'birthdate', 'identity_proofing_level', 'family_name'],
      },
      findAccount: (_: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, ...people.get(id) }),
      }),
    },
    host,
  )
  const privateKey = ours.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { provider, settings: { issuer: provider.issuer, clientId, privateKey } }
}
