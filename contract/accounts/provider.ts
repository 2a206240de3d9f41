import { z } from 'zod'
import { endpoint } from '../platform/calls/endpoint.ts'
import { existingId, optionalText } from '../platform/fields/fields.ts'

/** The grant by which the browser brings back what the provider gave it. */
export const providerGrant = 'urn:surefoot:provider'

/** Ways to sign in besides user name and password: an OpenID provider, with the words on its button; passkeys. */
export const getProvider = endpoint({
  method: 'GET',
  path: '/api/user/provider',
  summary:
    'The OpenID provider that people can sign in with, if one is set up, whether passkeys are offered, whether this is a demonstration, and which messages it can send',
  anyone: true,
  input: z.object({}),
  reply: z.object({
    label: z.string().nullable(),
    passkeys: z.boolean(),
    /** Every patient is invented: said beside the form; a machine that is not upgraded yet does not say. */
    demonstration: z.boolean().default(false),
    /** Whether the service can send messages of each kind: what cannot be sent is not offered. */
    mail: z.boolean().default(true),
    texts: z.boolean().default(true),
  }),
})

export const beginProvider = endpoint({
  method: 'POST',
  path: '/api/user/beginProvider',
  summary: 'The address at the provider where sign-in begins',
  anyone: true,
  input: z.object({
    /** Random, kept by the browser and sent again with the code: only the browser that began can finish. */
    binding: z
      .string()
      .max(128, { error: 'Not a valid binding', abort: true })
      .regex(/^[A-Za-z0-9_-]{32,128}$/, 'Not a valid binding'),
  }),
  reply: z.object({ url: z.string() }),
})

export const nameAtProviderForm = z.object({ identifier: optionalText() })

/** For administrators: how the provider names this user; none until it is set, and no user is made by signing in. */
export const nameAtProvider = endpoint({
  method: 'POST',
  path: '/api/user/nameAtProvider',
  summary: 'Set by which identifier the provider knows a user',
  input: nameAtProviderForm.extend({ userId: existingId() }),
  reply: z.object({ success: z.literal(true) }),
})

export const providerEndpoints = [getProvider, beginProvider, nameAtProvider] as const
