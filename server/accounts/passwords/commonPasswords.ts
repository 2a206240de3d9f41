import { dictionary } from '@zxcvbn-ts/language-common'

/** Some 49,000 passwords, the most frequent in leaks (AU-4). */
export const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/**
 * Whether the password is a common one, a common one with digits and signs added to reach the length ('password2026!'),
 * or a repeated one with anything but letters in between ('letmeinletmein', 'Monkey-monkey1').
 */
export const isCommonPassword = (password: string): boolean => {
  const folded = password.normalize('NFC').toLowerCase()
  const core = /\p{L}(?:.*\p{L})?/su.exec(folded)?.[0] ?? ''
  const letters = folded.replaceAll(/[^\p{L}]/gu, '')
  return [folded, core, ...repeatedIn(folded), ...repeatedIn(letters)].some((each) =>
    commonPasswords.has(each),
  )
}

const shortestWord = 3

/** The pieces that give the whole text when repeated. The last repeat may be cut short. */
const repeatedIn = (text: string): string[] => {
  const pieces: string[] = []
  for (let size = shortestWord; size * 1.5 <= text.length; size += 1)
    if (text.startsWith(text.slice(size))) pieces.push(text.slice(0, size))
  return pieces
}
