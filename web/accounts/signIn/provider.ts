import { beginProvider, providerGrant } from '../../../contract/accounts/provider.ts'
import { storagePrefix } from '../../../contract/accounts/session.ts'
import { ApiError, call } from '../../platform/calls/api.ts'
import { deviceName } from './device.ts'
import { takeGrant } from './signIn.ts'

const key = `${storagePrefix}provider`

interface Begun {
  /** Proves that this browser began the sign-in. */
  binding: string
  /** Where the user wanted to go. */
  redirect: string | null
}

/** The address at the provider where sign-in continues. Stores the redirect target until the user returns. */
export const addressAtProvider = async (redirect: string | null): Promise<string> => {
  const binding = [...crypto.getRandomValues(new Uint8Array(32))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  const { url } = await call(beginProvider, { binding })
  sessionStorage.setItem(key, JSON.stringify({ binding, redirect } satisfies Begun))
  return url
}

/** Signs in with the values that the provider returned. Returns where the user wanted to go. */
export const finishAtProvider = async (returned: {
  code: string
  state: string
  iss?: string | undefined
}): Promise<string | null> => {
  const begun = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Begun | null
  sessionStorage.removeItem(key)
  if (begun === null) throw new ApiError(400, 'This sign-in did not start in this browser. Please try again.')
  const { code, state, iss } = returned
  await takeGrant({
    grant_type: providerGrant,
    code,
    state,
    binding: begun.binding,
    device: deviceName(),
    ...(iss === undefined ? {} : { iss }),
  })
  return begun.redirect
}
