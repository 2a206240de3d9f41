import { dictionary } from '@zxcvbn-ts/language-common'

/** Some 49,000 passwords that were seen in leaks most often (trust AU-4). */
export const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/** Whether it is such a password, or one with digits and signs hung on to reach the length: 'password2026!'. */
export const isCommonPassword = (password: string): boolean => {
  const folded = password.normalize('NFC').toLowerCase()
  const core = folded.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '')
  return commonPasswords.has(folded) || (core !== '' && commonPasswords.has(core))
}
