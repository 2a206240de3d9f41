import { z } from 'zod'
import { isKeyboardRun } from '../platform/words/keyboardRuns.ts'
import { longest, longestUnits, tooLong } from './typedPassword.ts'

/** In characters. A service may require more, but fewer only with a second factor (AU-4). */
export const usualMinimum = 12
export const leastMinimum = 8

export const passwordMismatch = 'New password and confirm new password do not match'
const notStorable = 'Remove the character that cannot be stored'

/** People count characters, not UTF-16 code units: an emoji is one. */
const lengthOf = (password: string): number => [...password].length

/** A password that a user chooses: any characters, no composition rule, nothing trimmed (AU-4). */
export const chosenPassword = (message: string) =>
  z
    .string({ error: message })
    .min(1, { error: message, abort: true })
    .max(longestUnits, { error: tooLong, abort: true })
    .refine((text) => text.isWellFormed(), { error: notStorable, abort: true })
    .refine((text) => lengthOf(text) <= longest, { error: tooLong })

/** Words that anybody would try first on this product, for any user. */
const productWords = ['surefoot', 'falls', 'prevention', 'service', 'password', 'nhs', 'clinic', 'hospital']

interface PasswordSetting {
  minimum: number
  /** Names of the user, the organisation and the roles. A password must not be built from these alone. */
  words: readonly string[]
}

/**
 * What is wrong with a new password, as a sentence, or null (AU-4). The server also checks its list of common
 * passwords. The rest of the rule is here, for form and server alike.
 */
export const passwordProblem = (password: string, { minimum, words }: PasswordSetting): string | null => {
  if (password.length > longestUnits) return tooLong
  const length = lengthOf(password)
  if (length < minimum) return `Use at least ${minimum} characters`
  if (length > longest) return tooLong
  if (isRepetitive(password) || isKeyboardRun(password))
    return 'Use more than one short piece repeated, or a run such as 123456'
  if (isBuiltFrom(password, [...words, ...productWords]))
    return 'Use words other than your name, your role and the name of this service'
  return null
}

const isRepetitive = (password: string): boolean => {
  if (repeatsFrom(password)) return true
  const points = [...password].map((character) => character.codePointAt(0) ?? 0)
  const step = (points[1] ?? 0) - (points[0] ?? 0)
  return (
    Math.abs(step) <= 1 && points.every((point, at) => at === 0 || point - (points[at - 1] ?? 0) === step)
  )
}

/** Whether the password repeats a piece of up to four characters. The last repeat may be cut short. */
const repeatsFrom = (password: string): boolean => {
  const characters = [...password]
  return [1, 2, 3, 4].some((size) =>
    characters.every((each, at) => at < size || each === characters[at - size]),
  )
}

const stand: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '')

/** Whether almost nothing is left once the words are removed, even if they are written like p4ssw0rd. */
const isBuiltFrom = (password: string, words: readonly string[]): boolean => {
  const known = words
    .flatMap((word) => word.split(/[^\p{L}]+/u))
    .map(lettersOf)
    .filter((word) => word.length >= 3)
    .sort((a, b) => b.length - a.length)
  const unmasked = [...password].map((character) => stand[character] ?? character).join('')
  return [password, unmasked].some((form) => {
    const letters = lettersOf(form)
    const rest = known.reduce((left, word) => left.replaceAll(word, ''), letters)
    return rest.length < letters.length && rest.length < 4
  })
}
