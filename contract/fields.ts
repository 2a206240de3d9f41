import { z } from 'zod'
import { parseDay, today, type CalendarDate } from './dates.ts'
import { dateInFuture, dateNotReal } from './messages.ts'

/*
 * The building blocks of every form and every request. No coercion: a decimal string may become a number,
 * but null, '' and booleans never do (trust IO-3), so a blank can never turn into 0.
 * In a save, a field that is absent stays as it was; null or '' clears it.
 */

const cleanText = (text: string): string => text.normalize('NFC').trim()
/** NUL and lone surrogates cannot be stored as text (trust IO-4). */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')
/** Something that can be seen, and not only such as a space of no width. */
const visible = /[^\s\p{Cf}]/u
const notStorable = 'Remove the character that cannot be stored'

const boundedText = (maximum: number, message?: string) =>
  z
    .string(message === undefined ? 'Enter text' : { error: message })
    .refine(isStorable, { error: notStorable, abort: true })
    .overwrite(cleanText)
    .max(maximum, `Use ${maximum} characters or fewer`)

/** Text that must be there; `message` is shown when it is missing, null or blank. */
export const requiredText = (message: string, maximum = 255) =>
  boundedText(maximum, message)
    .min(1, { error: message })
    .refine((text) => text === '' || visible.test(text), { error: message })

/** A stored text that is sent back to be compared, so nothing of it is trimmed. */
export const storedText = (maximum = 255) =>
  z.string('Enter text').refine(isStorable, { error: notStorable, abort: true }).max(maximum)

/** Text to look for, as it stands in an address. */
export const searchedText = (maximum: number) => boundedText(maximum).optional()

/** '' is how a form writes none; null is how a record does. */
const blankToNull = (text: string): string | null => (text === '' ? null : text)

/** Text that may be absent; '' and null both mean none. */
export const optionalText = (maximum = 255) =>
  boundedText(maximum).transform(blankToNull).nullable().optional()

/** Text of a certain look, such as a telephone number, that may be absent. */
export const optionalPattern = (looksRight: (text: string) => boolean, message: string) =>
  z
    .string({ error: message })
    .overwrite(cleanText)
    .refine((text) => text === '' || (isStorable(text) && looksRight(text)), { error: message })
    .transform(blankToNull)
    .nullable()
    .optional()

const email = z.email().max(255)
export const emailAddress = () =>
  optionalPattern(
    (text) => email.safeParse(text).success,
    'Enter an e-mail address, such as name@example.org',
  )

export const telephoneNumber = () =>
  optionalPattern(
    (text) => /^[0-9+() -]{5,25}$/.test(text),
    'Enter a telephone number, such as 01632 960 001',
  )

/*
 * A number may come as a number or as decimal digits. One refinement instead of a union of checked types, so that
 * whatever is wrong gets the one message.
 */
const wholeIn = (value: string | number, from: number, to: number): boolean => {
  if (typeof value === 'string' && !/^ *[0-9]{1,15} *$/.test(value)) return false
  const number = Number(value)
  return Number.isSafeInteger(number) && number >= from && number <= to
}

const whole = (message: string, from: number, to: number) =>
  z
    .union([z.number(), z.string()], { error: message })
    .refine((value) => wholeIn(value, from, to), { error: message })
    .transform(Number)

const largestId = Number.MAX_SAFE_INTEGER
/** The column is a four-byte integer. */
const largestVersion = 2 ** 31 - 1

/** The id of an existing row. */
export const existingId = (message = 'Not a valid id') => whole(message, 1, largestId)

/** The id of the record being saved; 0 means new (specification section 2). */
export const recordId = () => whole('Not a valid id', 0, largestId)

/** A choice that must be made; no choice (missing, null, '', 0) gets `message`. */
export const requiredChoice = (message: string) => existingId(message)

/** Whole number in a range that may be left out; '' and null mean none. */
export const optionalWholeNumber = (message: string, { from, to }: { from: number; to: number }) =>
  z
    .union([z.number(), z.string()], { error: message })
    .refine((value) => value === '' || wholeIn(value, from, to), { error: message })
    .transform((value) => (value === '' ? null : Number(value)))
    .nullable()
    .optional()

/** A choice that may be left out; '' and null mean none. */
export const optionalChoice = () => optionalWholeNumber('Choose from the list', { from: 1, to: largestId })

/** Whole number in a range, present; anything else, a blank included, gets `message`. */
export const wholeNumber = (message: string, { from, to }: { from: number; to: number }) =>
  whole(message, from, to)

interface DecimalRules {
  from: number
  to: number
  /** Most digits after the point. */
  places: number
  /** Shown when it is a number, but not one of these; `missing` unless given. */
  outside?: string
}

const isDecimal = (text: string, places: number): boolean =>
  new RegExp(`^ *[0-9]{1,6}(\\.[0-9]{1,${places}})? *$`).test(text)

/** A number with a point, present; a blank gets `missing`. A decimal comma is refused rather than guessed at (trust CS-3). */
export const decimalNumber = (missing: string, { from, to, places, outside = missing }: DecimalRules) =>
  z
    .union([z.number(), z.string()], { error: missing })
    .refine((value) => String(value).trim() !== '', { error: missing, abort: true })
    .refine((value) => isDecimal(String(value), places) && Number(value) >= from && Number(value) <= to, {
      error: outside,
    })
    .transform(Number)

interface DayRules {
  /** The thing has happened: its day cannot be after today in London (trust section 4). */
  done?: boolean
}

/** The day a text spells; says on the context what is wrong with it. */
const readDay = (text: string, { done = false }: DayRules, context: z.RefinementCtx): CalendarDate => {
  const parsed = parseDay(text)
  if (parsed === null) context.addIssue({ code: 'custom', message: dateNotReal })
  else if (done && parsed > today()) context.addIssue({ code: 'custom', message: dateInFuture })
  return parsed ?? ''
}

/** A calendar date yyyy-MM-dd that must be there. */
export const requiredDate = (message: string, rules: DayRules = {}) =>
  z
    .string({ error: message })
    .trim()
    .min(1, { error: message, abort: true })
    .transform((text, context) => readDay(text, rules, context))

/** A calendar date that may be absent; '' and null mean none. */
export const optionalDate = (rules: DayRules = {}) =>
  z
    .string({ error: dateNotReal })
    .trim()
    .transform((text, context) => (text === '' ? null : readDay(text, rules, context)))
    .nullable()
    .optional()

/** A wall time HH:mm with no date and no zone (trust section 5, item 17); 00:00 is a value. */
export const optionalTime = () =>
  optionalPattern((text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text), 'Enter a time as HH:mm, such as 14:30')

/** Yes or no; never guessed from other values. */
export const yesNo = () => z.boolean({ error: 'Choose yes or no' })

/** Yes, no or not answered; '' (a form's way) and null mean not answered. */
export const optionalYesNo = () =>
  z
    .union([z.boolean(), z.enum(['yes', 'no', ''])], { error: 'Choose yes or no' })
    .transform((answer) => (answer === '' ? null : answer === true || answer === 'yes'))
    .nullable()
    .optional()

/** Version of the record that the person was looking at (trust DU-3). */
export const version = () => z.int().min(1).max(largestVersion).optional()

/** As `version`, in an address, where everything is text. */
export const versionInAddress = () => whole('Not a valid version', 1, largestVersion).optional()

/** What a save answers. */
export const saved = z.object({ id: z.int(), version: z.int() })
