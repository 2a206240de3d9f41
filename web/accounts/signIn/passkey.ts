import type { z } from 'zod'
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  passkeyGrant,
  type passkeyForm,
} from '../../../contract/accounts/passkey.ts'
import { ApiError, call } from '../../platform/calls/api.ts'
import { deviceName } from './device.ts'
import { takeGrant } from './signIn.ts'

/** The library that talks to devices, loaded only when somebody uses one. */
const library = () => import('@simplewebauthn/browser')

/** The messages for a refusal by the device or its owner. The browser tells a page no more than that. */
const brokenOff = 'No passkey was used. You can try again, or sign in with your user name and password.'
const notMade = 'The passkey was not added. This device may already have one for this account.'

const unlessBrokenOff = async <Answer>(sentence: string, work: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && error.name !== 'TypeError') throw new ApiError(0, sentence)
    throw error
  }
}

type Ceremony<Start extends (options: never) => unknown> = Parameters<Start>[0]

/** Signs in with a passkey of this device, or of another one that the browser can reach. */
export const signInWithPasskey = async (): Promise<void> => {
  const [{ options }, { startAuthentication }] = await Promise.all([call(beginPasskeySignIn, {}), library()])
  const answer = await unlessBrokenOff(brokenOff, () =>
    startAuthentication({ optionsJSON: options } as unknown as Ceremony<typeof startAuthentication>),
  )
  await takeGrant({ grant_type: passkeyGrant, response: JSON.stringify(answer), device: deviceName() })
}

/** Creates a passkey on this device and registers it with the service. */
export const makePasskey = async (typed: z.output<typeof passkeyForm>): Promise<void> => {
  const [{ options }, { startRegistration }] = await Promise.all([call(beginPasskey, typed), library()])
  const answer = await unlessBrokenOff(notMade, () =>
    startRegistration({ optionsJSON: options } as unknown as Ceremony<typeof startRegistration>),
  )
  const { id, rawId, response, clientExtensionResults } = answer
  const { clientDataJSON, attestationObject, transports } = response
  await call(addPasskey, {
    response: {
      ...{
        id,
        rawId,
        type: 'public-key',
        clientExtensionResults: clientExtensionResults as object as Record<string, never>,
      },
      response: { clientDataJSON, attestationObject, transports: transports as string[] | undefined },
    },
  })
}
