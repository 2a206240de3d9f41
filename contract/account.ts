import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { chosenPassword, passwordMismatch, typedPassword } from './password.ts'

const newPassword = 'Please enter your new password'
const confirmation = 'Please confirm your new password'

/** 'Please your current password' is the specification's own wording (section 5, Authentication). */
export const changePasswordForm = z
  .object({
    password: typedPassword('Please your current password'),
    newPassword: chosenPassword(newPassword),
    confirmNewPassword: typedPassword(confirmation),
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

/** zod runs a rule over two fields only once all fields are sound; these speak as soon as both have text. */
const hasText = (value: unknown, name: string): boolean => {
  const text = (value as Record<string, unknown> | null)?.[name]
  return typeof text === 'string' && text !== ''
}

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/user/changepassword',
  summary: 'Change one’s own password; ends all sessions of the user',
  input: changePasswordForm,
  reply: z.object({ success: z.literal(true) }),
})
