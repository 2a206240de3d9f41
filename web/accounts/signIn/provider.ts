import { beginProvider, providerGrant } from '../../../contract/accounts/provider.ts'
import { storagePrefix } from '../../../contract/accounts/session.ts'
import { ApiError, call } from '../../platform/calls/api.ts'
import { deviceName } from './device.ts'
import { takeGrant } from './signIn.ts'

const key = `${storagePrefix}provider`

interface Begun {
  /** Shows that this browser began the sign-in that comes back. */
  binding: string
  /** Where the person wanted to go. */
  redirect: string | null
}

/** Where sign-in goes on at the provider. What was wanted here is remembered until the person comes back. */
export const addressAtProvider = async (redirect: string | null): Promise<string> => {
  const binding = [...crypto.getRandomValues(new Uint8Array(32))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  const { url } = await call(beginProvider, { binding })
  sessionStorage.setItem(key, JSON.stringify({ binding, redirect } satisfies Begun))
  return url
}

/** Signs in with what the provider sent back; returns where the person wanted to go. */
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
