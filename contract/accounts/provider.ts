import { z } from 'zod'
import { endpoint } from '../platform/calls/endpoint.ts'
import { existingId, optionalText } from '../platform/fields/fields.ts'

/** The grant with which the browser passes on the provider's answer. */
export const providerGrant = 'urn:surefoot:provider'

/**
 * The ways to sign in other than user name and password: an OpenID provider, with the label of its button, and
 * passkeys.
 */
export const getProvider = endpoint({
  method: 'GET',
  path: '/api/user/provider',
  summary:
    'Ways to sign in: the OpenID provider if one is set up, whether passkeys are offered, whether this is a demonstration, and which messages the service can send',
  anyone: true,
  input: z.object({}),
  reply: z.object({
    label: z.string().nullable(),
    passkeys: z.boolean(),
    /** Every patient is invented; the sign-in form says so. A server that is not upgraded yet omits this. */
    demonstration: z.boolean().default(false),
    /** Whether the service can send messages of each kind. Screens do not offer what cannot be sent. */
    mail: z.boolean().default(true),
    texts: z.boolean().default(true),
  }),
})

export const beginProvider = endpoint({
  method: 'POST',
  path: '/api/user/beginProvider',
  summary: 'The URL at the provider where sign-in starts',
  anyone: true,
  input: z.object({
    /** Random. The browser keeps it and sends it again with the code, so only the browser that began can finish. */
    binding: z
      .string()
      .max(128, { error: 'Not a valid binding', abort: true })
      .regex(/^[A-Za-z0-9_-]{32,128}$/, 'Not a valid binding'),
  }),
  reply: z.object({ url: z.string() }),
})

export const nameAtProviderForm = z.object({ identifier: optionalText() })

/**
 * For administrators: sets the identifier by which the provider knows this user. A user has none until it is set, and
 * signing in never creates a user.
 */
export const nameAtProvider = endpoint({
  method: 'POST',
  path: '/api/user/nameAtProvider',
  summary: 'Set the identifier by which the provider knows a user',
  input: nameAtProviderForm.extend({ userId: existingId() }),
  reply: z.object({ success: z.literal(true) }),
})

export const providerEndpoints = [getProvider, beginProvider, nameAtProvider] as const
