import { z } from 'zod'
import { endpoint } from '../platform/calls/endpoint.ts'
import { existingId, requiredText } from '../platform/fields/fields.ts'
import { chosenPassword, passwordMismatch } from './password.ts'
import { typedPassword } from './typedPassword.ts'

const done = z.object({ success: z.literal(true) })

const newPassword = 'Please enter your new password'
const confirmation = 'Please confirm your new password'

/** The authenticator app's code, sent with a new password to prove that the app is the user's. Blank means none. */
const appCode = z.string().trim().max(255, 'Use 255 characters or fewer').optional()

/** 'Please your current password' is the specification's own wording. */
export const changePasswordForm = z
  .object({
    password: typedPassword('Please your current password'),
    newPassword: chosenPassword(newPassword),
    confirmNewPassword: typedPassword(confirmation),
    /** Ids of the passkeys that the user recognises. All others are removed; if absent, all are. */
    keepPasskeys: z.array(existingId()).max(100).optional(),
    /** False removes the authenticator app, which requires a code from it. Absent keeps the app. */
    keepAuthenticator: z.boolean().optional(),
    appCode,
  })
  .refine(({ password, newPassword: chosen }) => chosen !== password, {
    path: ['newPassword'],
    error: 'New password cannot be the same as your current password',
    when: ({ value }) => hasText(value, 'password') && hasText(value, 'newPassword'),
  })
  .refine(({ newPassword: chosen, confirmNewPassword }) => chosen === confirmNewPassword, {
    path: ['confirmNewPassword'],
    error: passwordMismatch,
    when: ({ value }) => hasText(value, 'newPassword') && hasText(value, 'confirmNewPassword'),
  })

/** zod runs a rule over two fields only once all fields are valid. These rules run as soon as both have text. */
const hasText = (value: unknown, name: string): boolean => {
  const text = (value as Record<string, unknown> | null)?.[name]
  return typeof text === 'string' && text !== ''
}

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/user/changepassword',
  takesNoKey: true,
  summary: 'Change your own password; ends all your sessions',
  input: changePasswordForm,
  reply: done,
})

export const forgotForm = z.object({ username: requiredText('User name is required.') })

/** 'Forgot password': the reply is the same whether or not the user exists (AU-13). */
export const forgotPasswordEmail = endpoint({
  method: 'GET',
  path: '/api/user/forgotPasswordEmail',
  summary: 'Ask for a link by e-mail to choose a new password',
  anyone: true,
  input: forgotForm,
  reply: done,
})

export const forgotPasswordSms = endpoint({
  method: 'GET',
  path: '/api/user/forgotPasswordSms',
  summary: 'Ask for a code by text message to choose a new password',
  anyone: true,
  input: forgotForm,
  reply: done,
})

const twice = {
  password: chosenPassword(newPassword),
  confirmNewPassword: typedPassword(confirmation),
}
/**
 * With a code from the authenticator app, the app stays. Without one it is removed unless a role requires it
 * (decision 35).
 */
const keepsApp = { appCode }
const sameTwice = {
  path: ['confirmNewPassword'],
  error: passwordMismatch,
  when: ({ value }: { value: unknown }) => hasText(value, 'password') && hasText(value, 'confirmNewPassword'),
}

/** The fields on the screen behind a reset link. The other inputs come from the link. */
export const resetForm = z
  .object({ ...twice, ...keepsApp })
  .refine((typed) => typed.password === typed.confirmNewPassword, sameTwice)

/** The user id in the link is only a hint. If the code does not belong to that user, it is a wrong code (AU-14). */
const idHint = z
  .union([z.number(), z.string().max(40)])
  .catch(0)
  .transform((value) => (/^[0-9]{1,15}$/.test(String(value)) ? Number(value) : 0))

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/user/resetPassword',
  summary: 'Choose a new password with the code from an e-mailed link',
  anyone: true,
  input: z
    .object({ ...twice, ...keepsApp, code: z.string().max(255).catch(''), userId: idHint })
    .refine((typed) => typed.password === typed.confirmNewPassword, sameTwice),
  reply: done,
})

export const resetSmsForm = z
  .object({
    userName: requiredText('Please enter your user name'),
    // People type the code in groups, as they read it.
    code: requiredText('Please enter the code').overwrite((code) => code.replaceAll(/[\s-]/g, '')),
    ...twice,
    ...keepsApp,
  })
  .refine((typed) => typed.password === typed.confirmNewPassword, sameTwice)

export const resetPasswordSms = endpoint({
  method: 'POST',
  path: '/api/user/resetPasswordSms',
  summary: 'Choose a new password with the code from a text message',
  anyone: true,
  input: resetSmsForm,
  reply: done,
})

/** For administrators: a user was locked out after wrong passwords and asks to be let in (AU-10). */
export const openSignIn = endpoint({
  method: 'POST',
  path: '/api/user/openSignIn',
  summary: 'Let a user try to sign in again at once',
  input: z.object({ userId: existingId() }),
  reply: done,
})

/** For administrators: a user's search was switched off after too many searches that found nobody (AZ-6). */
export const openExternalSearch = endpoint({
  method: 'POST',
  path: '/api/user/openExternalSearch',
  summary: 'Switch the patient search of a user back on',
  input: z.object({ userId: existingId() }),
  reply: done,
})

export const outboxMessage = z.object({
  id: z.int(),
  at: z.string(),
  channel: z.enum(['mail', 'sms']),
  recipient: z.string(),
  subject: z.string().nullable(),
  body: z.string(),
})

export const listOutbox = endpoint({
  method: 'GET',
  path: '/api/outbox/all',
  summary: 'Messages of a demonstration, which are stored instead of sent',
  input: z.object({}),
  reply: z.array(outboxMessage),
})
