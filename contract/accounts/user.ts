import { z } from 'zod'
import { endpoint, saveCall } from '../platform/calls/endpoint.ts'
import {
  emailAddress,
  existingId,
  optionalChoice,
  optionalText,
  requiredText,
  saved,
  version,
  yesNo,
} from '../platform/fields/fields.ts'
import { telephoneNote, telephoneNumber } from '../platform/fields/telephoneField.ts'
import { formatYesNo } from '../platform/words/format.ts'
import type { Column } from '../platform/words/grid.ts'
import { includeInActive } from '../platform/calls/includeInActive.ts'
import { pagingFields } from '../platform/calls/paging.ts'
import { chosenPassword, passwordMismatch } from './password.ts'
import { withTelephoneNotes } from '../platform/fields/telephone.ts'
import { typedPassword } from './typedPassword.ts'
import { heldRole } from './session.ts'

const nullableText = z.string().nullable()

/** A role by its id or its name. No role name is a number (contract/reference/lookups.ts). */
const roleReference = (message: string) =>
  z
    .union([z.number(), requiredText(message)], { error: message })
    .transform((value) => String(value).trim())
    .refine((text) => text !== '' && text !== '0' && text.length <= 255, { error: message })

const fields = {
  userName: requiredText('User Name required', 100),
  familyName: requiredText('Family Name required', 100),
  firstName: requiredText('First Name required', 100),
  /** The name that colleagues see. Built from first and family name if empty. */
  displayName: optionalText(),
  email: emailAddress(),
  phoneNumber: telephoneNumber(),
  isActive: yesNo().optional(),
  /** Which clinician the user is. Decides what is theirs on Today (an addition). */
  clinicianId: optionalChoice(),
  /** Which team member the user is (an addition). */
  teamMemberId: optionalChoice(),
  /** As printed under letters, such as Physiotherapist (an addition). */
  profession: optionalText(100),
  /** Body and number, such as HCPC PH123456 (an addition). */
  registration: optionalText(100),
}

const sent = (value: unknown, name: string): boolean => {
  const text = (value as Record<string, unknown> | null)?.[name]
  return typeof text === 'string' && text !== ''
}
/** Runs as soon as both passwords have text, whatever else is wrong. */
const bothSent = ({ value }: { value: unknown }) => sent(value, 'password') && sent(value, 'confirmPassword')

/** The form sets a first password, which must be changed at the first sign-in (AU-11). */
export const createUserForm = z
  .object({
    user: z.object({ ...fields, defaultRole: roleReference('Default Role required') }),
    password: chosenPassword('Password required'),
    confirmPassword: typedPassword('Password and confirm password do not match'),
    /** Roles in addition to the default one. */
    roles: z.array(roleReference('Role required')).max(100).optional(),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    error: 'Password and confirm password do not match',
    when: bothSent,
  })

export const createUser = endpoint({
  method: 'POST',
  path: '/api/user/create',
  summary: 'Add a user with a first password',
  secret: ['password', 'confirmPassword'],
  input: createUserForm,
  reply: z.object({ user: saved }),
})

const editUserFields = {
  ...fields,
  defaultRole: roleReference('Default Role required').optional(),
}
export const editUserForm = z
  .object(editUserFields)
  .transform((typed) => withTelephoneNotes(typed, ['phoneNumber']))

export const saveUser = saveCall({
  path: '/api/user/save',
  summary: 'Change a user; a disabled one is signed out at once',
  input: z.object({
    id: existingId(),
    version: version(),
    ...editUserFields,
    phoneNumberNote: telephoneNote(),
  }),
})

export const addRoleForm = z.object({ role: roleReference('Role required') })

/** The user is in the body and the role in the query (specification). */
const roleChange = (path: string, summary: string) =>
  saveCall({
    path,
    summary,
    inQuery: ['role'],
    input: z.object({ id: existingId(), version: version(), ...addRoleForm.shape }),
  })

export const addRole = roleChange('/api/user/addRole', 'Add a role to a user; it applies from the next call')
export const removeRole = roleChange(
  '/api/user/removeRole',
  'Remove a role from a user; it no longer applies from the next call',
)

export const adminPasswordForm = z
  .object({
    password: chosenPassword('Please enter your new password'),
    confirmPassword: typedPassword('Please confirm your new password'),
    /**
     * True if the user has said that they recognise their passkeys. If absent, the passkeys are removed (decision 35).
     */
    keepPasskeys: z.boolean().optional(),
    /** The same for the authenticator app. */
    keepAuthenticator: z.boolean().optional(),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    error: passwordMismatch,
    when: bothSent,
  })

export const adminResetPassword = saveCall({
  path: '/api/user/adminResetPassword',
  summary: 'Set a password that the user must change at the next sign-in; ends their sessions',
  secret: ['password', 'confirmPassword'],
  input: z.intersection(z.object({ userId: existingId() }), adminPasswordForm),
})

/** The columns of the users list (specification, Grids). */
export const userRow = z.object({
  id: z.int(),
  userName: z.string(),
  displayName: z.string(),
  email: nullableText,
  phoneNumber: nullableText,
  defaultRole: z.string(),
  isActive: z.boolean(),
  /** When the user's search was switched off after too many searches that found nobody (AZ-6). */
  searchClosedAt: nullableText,
})
export type UserRow = z.output<typeof userRow>

/** The same columns on screen and in the export. */
export const userColumns = [
  { id: 'userName', title: 'User Name', kind: 'text', value: (row) => row.userName },
  { id: 'displayName', title: 'Display Name', kind: 'text', value: (row) => row.displayName },
  { id: 'email', title: 'Email', kind: 'text', value: (row) => row.email },
  { id: 'phoneNumber', title: 'Mobile Phone', kind: 'telephone', value: (row) => row.phoneNumber },
  { id: 'defaultRole', title: 'Default Role', kind: 'text', value: (row) => row.defaultRole },
  { id: 'isActive', title: 'Is Active', kind: 'text', value: (row) => formatYesNo(row.isActive) },
] as const satisfies readonly Column<UserRow>[]

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/user/all',
  summary: 'Users, active ones unless includeInActive=true',
  input: includeInActive.extend(pagingFields(userColumns.map(({ id }) => id))),
  reply: z.array(userRow),
  isPaged: true,
})

export const userView = z.object({
  user: userRow.extend({
    version: z.int(),
    familyName: z.string(),
    firstName: z.string(),
    clinicianId: z.int().nullable(),
    teamMemberId: z.int().nullable(),
    /** The extension, or what the number is for (an addition). */
    phoneNumberNote: nullableText,
    profession: nullableText,
    registration: nullableText,
    /** Names of the clinician and team member, whether or not they are active. */
    names: z.object({ clinician: nullableText, teamMember: nullableText }),
    /** An administrator set the password, so the next sign-in asks for a new one (AU-11). */
    mustChangePassword: z.boolean(),
    /** Sign-in asks for a code from an authenticator app (AU-12). */
    hasSecondFactor: z.boolean(),
    /** How many passkeys the person can sign in with. */
    passkeys: z.int(),
    /** How the OpenID provider identifies the user; null for users who cannot sign in there. */
    providerIdentifier: nullableText,
  }),
  roles: z.array(heldRole),
})
export type UserView = z.output<typeof userView>

export const getUser = endpoint({
  method: 'GET',
  path: '/api/user/getView',
  summary: 'One user with their roles',
  input: z.object({ id: existingId() }),
  reply: userView,
})

export const userSession = z.object({
  id: z.int(),
  startedAt: z.string(),
  /** When its tokens were last renewed. */
  lastSeenAt: z.string(),
  address: nullableText,
  /** In words, such as Chrome on Windows. */
  device: z.string(),
  /** Whether this is the session that makes the request. */
  isOwn: z.boolean(),
})
export type UserSession = z.output<typeof userSession>

export const listUserSessions = endpoint({
  method: 'GET',
  path: '/api/user/sessions',
  summary: 'Open sessions of a user',
  input: z.object({ id: existingId() }),
  reply: z.array(userSession),
})

export const endUserSessions = endpoint({
  method: 'POST',
  path: '/api/user/endSessionsOf',
  summary: 'End one session of a user, or all of them',
  input: z.object({ userId: existingId(), sessionId: existingId().optional() }),
  reply: z.object({ ended: z.int() }),
})
