import { z } from 'zod'
import { endpoint } from '../platform/calls/endpoint.ts'
import { existingId } from '../platform/fields/fields.ts'
import { typedPassword } from './typedPassword.ts'

/** The grant of a sign-in with a passkey (WebAuthn). The device proves the person and the site in one step. */
export const passkeyGrant = 'urn:surefoot:passkey'

const done = z.object({ success: z.literal(true) })
const signed = z.string().min(1).max(20_000)

/** What a device answers, as the browser serialises it. The server's WebAuthn library checks what it means. */
const signedResponse = z.object({
  id: z.string().min(1).max(2_000),
  rawId: z.string().min(1).max(2_000),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
  clientExtensionResults: z.record(z.string(), z.json()),
})
/** The answer of a device that has made a new passkey. */
const attested = signedResponse.extend({
  response: z.object({
    clientDataJSON: signed,
    attestationObject: signed,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})
/** The answer of a device at sign-in. */
export const asserted = signedResponse.extend({
  response: z.object({
    clientDataJSON: signed,
    authenticatorData: signed,
    signature: signed,
    userHandle: z.string().max(200).optional(),
  }),
})

/** What the browser passes unchanged to the device (WebAuthn level 3, JSON). */
export const ceremonyOptions = z.record(z.string(), z.json())
const ceremony = z.object({ options: ceremonyOptions })

/** A passkey alone opens the account, so adding or removing one requires everything that a sign-in would. */
export const passkeyForm = z.object({
  password: typedPassword('Please enter your password'),
  /** The authenticator app's code, if an app is set up. */
  code: z.string().trim().max(255).optional(),
})

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/user/beginPasskey',
  takesNoKey: true,
  summary: 'Get the options that a device needs to create a passkey',
  secret: ['password'],
  input: passkeyForm,
  reply: ceremony,
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/user/addPasskey',
  takesNoKey: true,
  // A device may describe itself at any length.
  maximumBodyBytes: 64 * 1024,
  summary: 'Save the passkey that a device has created',
  input: z.object({ response: attested }),
  reply: done,
})

export const removePasskey = endpoint({
  method: 'POST',
  path: '/api/user/removePasskey',
  takesNoKey: true,
  summary: 'Remove a passkey of your own',
  secret: ['password'],
  input: passkeyForm.extend({ id: existingId() }),
  reply: done,
})

export const beginPasskeySignIn = endpoint({
  method: 'POST',
  path: '/api/user/beginPasskeySignIn',
  summary: 'Get the options that a device needs to sign in with a passkey',
  anyone: true,
  input: z.object({}),
  reply: ceremony,
})

export const passkeyEndpoints = [beginPasskey, addPasskey, removePasskey, beginPasskeySignIn] as const
