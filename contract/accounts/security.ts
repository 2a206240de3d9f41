import { z } from 'zod'
import { endpoint } from '../platform/calls/endpoint.ts'
import { existingId, requiredText } from '../platform/fields/fields.ts'
import { typedPassword } from './typedPassword.ts'

const done = z.object({ success: z.literal(true) })
const passwordAgain = typedPassword('Please enter your password')
const codeOfApp = requiredText('Please enter the code')

export const signInRecord = z.object({
  id: z.int(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** 'Chrome on Windows' */
  device: z.string(),
  address: z.string().nullable(),
  isCurrent: z.boolean(),
  isOpen: z.boolean(),
})

/** What users can see about their own account: who signed in, from where, and how it is protected. */
export const securityView = z.object({
  /** Newest first, over the last 90 days. */
  signIns: z.array(signInRecord),
  devices: z.array(
    z.object({ id: z.int(), device: z.string(), firstSeenAt: z.string(), lastSeenAt: z.string() }),
  ),
  passkeys: z.array(
    z.object({
      id: z.int(),
      /** The device on which it was made. */
      device: z.string(),
      createdAt: z.string(),
      lastUsedAt: z.string().nullable(),
    }),
  ),
  secondFactor: z.object({
    isOn: z.boolean(),
    /** Follows from the profiles of the user's roles (AU-12). */
    isRequired: z.boolean(),
    recoveryCodesLeft: z.int(),
    /** When the app was set up, and when one of its codes was last used. Null without an app. */
    addedAt: z.string().nullable(),
    lastUsedAt: z.string().nullable(),
  }),
})
export type SecurityView = z.output<typeof securityView>

export const getSecurity = endpoint({
  method: 'GET',
  path: '/api/user/security',
  summary: 'Your own recent sign-ins, devices and second step',
  input: z.object({}),
  reply: securityView,
})

export const endSessions = endpoint({
  method: 'POST',
  path: '/api/user/endOwnSessions',
  takesNoKey: true,
  summary: 'End one of your other sessions, or all of them',
  input: z.object({ sessionId: existingId().nullable().optional() }),
  reply: done,
})

export const beginForm = z.object({ password: passwordAgain })

export const beginSecondFactor = endpoint({
  method: 'POST',
  path: '/api/user/beginSecondFactor',
  takesNoKey: true,
  summary: 'Get a secret for an authenticator app',
  input: beginForm,
  reply: z.object({ secret: z.string(), uri: z.string() }),
})

export const confirmForm = z.object({ code: codeOfApp })

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/api/user/confirmSecondFactor',
  takesNoKey: true,
  summary: 'Confirm that the app works; from then on sign-in asks for its code',
  input: confirmForm,
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
})

/** For users who already have an app. An open screen and a known password are not enough to remove or bypass it. */
export const passwordAndCodeForm = z.object({ password: passwordAgain, code: codeOfApp })

export const removeSecondFactor = endpoint({
  method: 'POST',
  path: '/api/user/removeSecondFactor',
  takesNoKey: true,
  summary: 'Remove your own authenticator app',
  input: passwordAndCodeForm,
  reply: done,
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/user/renewRecoveryCodes',
  takesNoKey: true,
  summary: 'Replace your recovery codes',
  input: passwordAndCodeForm,
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
})

/** For administrators: a user has lost both telephone and recovery codes, and has proved who they are. */
export const liftSecondFactor = endpoint({
  method: 'POST',
  path: '/api/user/liftSecondFactor',
  summary: 'Remove a user’s authenticator app and passkeys',
  input: z.object({ userId: existingId() }),
  reply: done,
})

export const securityEndpoints = [
  getSecurity,
  endSessions,
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  liftSecondFactor,
] as const
