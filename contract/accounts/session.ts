import { z } from 'zod'
import { endpoint } from '../platform/calls/endpoint.ts'
import { requiredText } from '../platform/fields/fields.ts'
import { profiles } from './permissions.ts'
import { maximumSignInBytes, typedPassword } from './typedPassword.ts'

/** The product's prefix for all its keys in session storage (specification). */
export const storagePrefix = 'surefoot.'

/** Names the role in which the user is working. The server lets it narrow rights, never widen them (AZ-4). */
export const currentRoleHeader = 'current-role'
export const idempotencyKeyHeader = 'idempotency-key'

/** How long a session lasts if nobody renews it, in minutes (AU-6). */
export const idleMinutes = 15

/**
 * The maximum length of each parameter of the two calls, in UTF-16 code units, checked before anything else is done
 * with it. An OpenID provider's code may be long, and a passkey device answers a few kilobytes.
 */
export const longestParameters = {
  grant_type: 100,
  username: 255,
  password: 256,
  otp: 100,
  device: 200,
  refresh_token: 255,
  token: 255,
  response: 12_000,
  code: 4000,
  state: 1000,
  binding: 200,
  iss: 1000,
} as const

const parameter = (name: keyof typeof longestParameters) => z.string().max(longestParameters[name])

/**
 * The input of the token call (RFC 6749 sections 4.3 and 6). The server checks it by hand, because the RFC sets the
 * error shapes. This schema documents the call and types it for the browser.
 */
export const tokenRequest = z.union([
  z.object({
    grant_type: z.literal('password'),
    username: parameter('username'),
    password: parameter('password'),
    /** The code of the second step, after the error 'mfa_required' (AU-12). */
    otp: parameter('otp').optional(),
    /**
     * A random name that the browser keeps. Wrong attempts elsewhere do not lock out a device that has signed in before
     * (AU-10).
     */
    device: parameter('device').optional(),
  }),
  z.object({ grant_type: z.literal('refresh_token'), refresh_token: parameter('refresh_token') }),
  /** With a passkey: what the device answered, as JSON. */
  z.object({
    grant_type: z.literal('urn:surefoot:passkey'),
    response: parameter('response'),
    device: parameter('device').optional(),
  }),
  /** After the OpenID provider has sent the user back. */
  z.object({
    grant_type: z.literal('urn:surefoot:provider'),
    code: parameter('code'),
    state: parameter('state'),
    binding: parameter('binding'),
    iss: parameter('iss').optional(),
    device: parameter('device').optional(),
  }),
])

export const tokenReply = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.int(),
})
export type TokenPair = z.output<typeof tokenReply>

export const token = endpoint({
  method: 'POST',
  path: '/oauth/token',
  summary: 'Sign in, or renew a session',
  encoding: 'form',
  // For passkeys, OpenID providers and refresh tokens. With a password the limit is maximumSignInBytes.
  maximumBodyBytes: 32 * 1024,
  input: tokenRequest,
  reply: tokenReply,
})

export const revoke = endpoint({
  method: 'POST',
  path: '/oauth/revoke',
  summary: 'Sign out (RFC 7009)',
  encoding: 'form',
  maximumBodyBytes: maximumSignInBytes,
  input: z.object({ token: parameter('token') }),
  reply: z.object({}),
})

/** The sign-in form (specification, Authentication). */
export const signInForm = z.object({
  username: requiredText('Username required'),
  password: typedPassword('Password required'),
})

export const heldRole = z.object({ id: z.int(), name: z.string(), profile: z.enum(profiles) })
export type HeldRole = z.output<typeof heldRole>

export const profileReply = z.object({
  user: z.object({
    id: z.int(),
    userName: z.string(),
    familyName: z.string(),
    firstName: z.string(),
    displayName: z.string(),
    /** Who the user is in the lists of people, so that forms can offer *Me* (an addition). */
    clinicianId: z.int().nullable(),
    teamMemberId: z.int().nullable(),
  }),
  roles: z.array(heldRole),
  defaultRole: z.string(),
  /** The name of the home screen: the default role in lower case without spaces (specification). */
  defaultRoleState: z.string(),
  /** What the user must do before anything else is allowed; null for most users (AU-11, AU-12). */
  owes: z.enum(['password', 'second-factor']).nullable(),
  settings: z.object({
    /** The key of the address lookup in the browser. Sent only to users who may edit patients (IO-9). */
    postcodeAnywhereKey: z.string().nullable(),
    /** Whether the service looks up addresses itself, for users who may edit patients. */
    addressSearch: z.boolean(),
    /** Whether users who may edit patients can trace people with PDS; a stand-in's answers are invented (an addition). */
    pds: z.enum(['off', 'on', 'standIn']).default('off'),
    /** Referrals come in from outside, and the user may decide about them (an addition). */
    receivesReferrals: z.boolean().default(false),
    /** Case-finding lists are loaded here, and the user may see them (an addition). */
    caseFinding: z.boolean().default(false),
    /** Devices may take visits along, and the user has visits (an addition). */
    visits: z.boolean().default(false),
    /** Messages are kept for the administrator to read instead of sent: a demonstration without a mail server. */
    outbox: z.boolean(),
    /** Every patient is invented. A server that is not upgraded yet omits this. */
    demonstration: z.boolean().default(false),
    /** A referral cannot be cancelled without a reason, and cancelling starts a letter with it (an addition). */
    declineDemands: z.boolean().default(false),
    /** Which files may be uploaded (document.ts). A server that is not upgraded yet omits this (an addition). */
    documentKinds: z.array(z.string()).optional(),
    /** False where Admissions staff write only patients and referrals. */
    admissionsWriteClinical: z.boolean(),
  }),
})
export type UserProfile = z.output<typeof profileReply>

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/user/profile',
  summary: 'The signed-in user and their roles',
  input: z.object({}),
  reply: profileReply,
})

/** 'System Administrator' → 'systemadministrator' (specification; matched case-insensitively). */
export const homeStateOf = (roleName: string): string => roleName.toLowerCase().replaceAll(/\s/g, '')
