import { z } from 'zod'
import { parseDay, today, type CalendarDate } from '../dates/dates.ts'
import type { FieldKind, NumberKind } from './fieldKinds.ts'
import { dateInFuture, dateNotReal } from '../words/messages.ts'
import { cleanText, isStorable, isStreamSafe, isVisible, mostMarksInARow } from '../words/text.ts'

/*
 * The building blocks of every form and every request. Nothing is coerced: a decimal string may become a number, but
 * null, '' and booleans never do (IO-3), so a blank can never turn into 0. In a save, an absent field stays unchanged;
 * null or '' clears it.
 */

/** Metadata for the OpenAPI document (contract/platform/fields/fieldKinds.ts). It has no effect on validation. */
export const kind = (title: FieldKind) => ({ title })
const number = (title: NumberKind, minimum: number, maximum: number) => ({ title, minimum, maximum })

const notStorable = 'Remove the character that cannot be stored'
const notStreamSafe = `Use at most ${mostMarksInARow} accents on one letter`

/**
 * Returns the same schema for the same rules. Forms and calls have hundreds of fields but few kinds of field, and
 * building schemas is the largest cost of a page before it shows anything.
 */
export const shared = <Rules extends unknown[], Schema>(
  build: (...rules: Rules) => Schema,
): ((...rules: Rules) => Schema) => {
  const built = new Map<string, Schema>()
  return (...rules) => {
    const key = JSON.stringify(rules)
    const schema = built.get(key) ?? build(...rules)
    built.set(key, schema)
    return schema
  }
}

/*
 * The length is checked before any step whose cost grows faster than the length, such as normalisation. It is counted
 * in UTF-16 code units, as browsers count, without surrounding spaces.
 */
export const boundedText = shared((maximum: number, message?: string) =>
  z
    .string(message === undefined ? 'Enter text' : { error: message })
    .trim()
    .max(maximum, { error: `Use ${maximum} characters or fewer`, abort: true })
    .refine(isStorable, { error: notStorable, abort: true })
    .refine(isStreamSafe, { error: notStreamSafe, abort: true })
    .overwrite(cleanText)
    // Some characters become two or three when they are normalised.
    .max(maximum, `Use ${maximum} characters or fewer`),
)

/** Text that is required. `message` is shown when it is missing, null, blank or has no visible character. */
export const requiredText = shared((message: string, maximum?: number) =>
  boundedText(maximum ?? 255, message).min(1, { error: message }),
)

/** Stored text that is sent back for comparison, so it is not trimmed. */
export const storedText = shared((maximum?: number) =>
  z
    .string('Enter text')
    .max(maximum ?? 255, { abort: true })
    .refine(isStorable, { error: notStorable }),
)

/** Text to search for, as it appears in a query string. */
export const searchedText = shared((maximum: number) => boundedText(maximum).optional())

/** A form sends '' for no value; a record has null. */
export const blankToNull = (text: string): string | null => (text === '' ? null : text)

/** Optional text. '', null and text without a visible character all mean none. */
export const optionalText = shared((maximum?: number) =>
  boundedText(maximum ?? 255)
    .transform(blankToNull)
    .nullable()
    .optional(),
)

/**
 * Optional text of a certain format, such as a telephone number.
 * @param maximum UTF-16 code units
 * @param standard converts the text to the form in which it is stored
 */
export const optionalPattern = (
  looksRight: (text: string) => boolean,
  {
    message,
    maximum,
    title,
    standard = (text) => text,
  }: { message: string; maximum: number; title?: FieldKind; standard?: (text: string) => string },
) =>
  z
    .string({ error: message })
    .trim()
    .max(maximum, { error: message, abort: true })
    .refine((text) => isStorable(text) && isStreamSafe(text), { error: message, abort: true })
    .overwrite(cleanText)
    .refine((text) => text === '' || looksRight(text), { error: message })
    .transform((text) => blankToNull(text === '' ? text : standard(text)))
    .meta(title === undefined ? {} : kind(title))
    .nullable()
    .optional()

const email = z.email()
export const emailAddress = shared(() =>
  optionalPattern((text) => email.safeParse(text).success, {
    message: 'Enter an e-mail address, such as name@example.org',
    maximum: 255,
    title: 'Email',
  }),
)

/** A number sent as digits, with or without spaces around them. */
const typedNumber = shared((message: string) => z.string({ error: message }).max(40, { error: message }))

/*
 * A number may be sent as a number or as decimal digits. One refinement is used instead of a union of checked types, so
 * that every fault gets the same message.
 */
const wholeIn = (value: string | number, from: number, to: number): boolean => {
  if (typeof value === 'string' && !/^ *[0-9]{1,15} *$/.test(value)) return false
  const number = Number(value)
  return Number.isSafeInteger(number) && number >= from && number <= to
}

const whole = shared((message: string, from: number, to: number) =>
  z
    .union([z.number(), typedNumber(message)], { error: message })
    .refine((value) => wholeIn(value, from, to), { error: message })
    .transform(Number),
)

const largestId = Number.MAX_SAFE_INTEGER
/** The column is a four-byte integer. */
const largestVersion = 2 ** 31 - 1

export const existingId = shared((message?: string) =>
  whole(message ?? 'Not a valid id', 1, largestId).meta(kind('Id')),
)

/** The id of the record being saved; 0 means new (specification). */
export const recordId = shared(() => whole('Not a valid id', 0, largestId).meta(kind('RecordId')))

/** A required choice. `message` is shown when it is missing, null, '' or 0. */
export const requiredChoice = (message: string) => existingId(message)

/** An optional whole number in a range; '' and null mean none. */
export const optionalWholeNumber = shared((message: string, { from, to }: { from: number; to: number }) =>
  z
    .union([z.number(), typedNumber(message)], { error: message })
    .refine((value) => value === '' || wholeIn(value, from, to), { error: message })
    .transform((value) => (value === '' ? null : Number(value)))
    .meta(number('WholeNumber', from, to))
    .nullable()
    .optional(),
)

/** An optional choice; '' and null mean none. */
export const optionalChoice = () => optionalWholeNumber('Choose from the list', { from: 1, to: largestId })

/** A required whole number in a range. Anything else, including a blank, gets `message`. */
export const wholeNumber = shared((message: string, { from, to }: { from: number; to: number }) =>
  whole(message, from, to).meta(number('WholeNumber', from, to)),
)

interface DecimalRules {
  from: number
  to: number
  /** Maximum number of digits after the decimal point. */
  places: number
  /** Shown when it is a number but not an allowed one. Defaults to `missing`. */
  outside?: string
}

const isDecimal = (text: string, places: number): boolean =>
  new RegExp(`^ *[0-9]{1,6}(\\.[0-9]{1,${places}})? *$`).test(text)

/** A required decimal number. A blank gets `missing`. A decimal comma is refused rather than guessed at (CS-3). */
export const decimalNumber = shared(
  (missing: string, { from, to, places, outside = missing }: DecimalRules) =>
    z
      .union([z.number(), typedNumber(outside)], { error: missing })
      .refine((value) => isVisible(String(value)), { error: missing, abort: true })
      .refine((value) => isDecimal(String(value), places) && Number(value) >= from && Number(value) <= to, {
        error: outside,
      })
      .transform(Number)
      .meta(number('Decimal', from, to)),
)

/** An optional decimal number; '' and null mean none. */
export const optionalDecimal = shared(
  (message: string, { from, to, places }: Omit<DecimalRules, 'outside'>) =>
    z
      .union([z.number(), typedNumber(message)], { error: message })
      .refine(
        (value) =>
          value === '' || (isDecimal(String(value), places) && Number(value) >= from && Number(value) <= to),
        { error: message },
      )
      .transform((value) => (value === '' ? null : Number(value)))
      .meta(number('Decimal', from, to))
      .nullable()
      .optional(),
)

/** An optional code from a list; '' and null mean none. */
export const optionalCode = <const Code extends string>(codes: readonly Code[]) =>
  z
    .union([z.enum(codes), z.literal('')], { error: 'Choose from the list' })
    .transform((code) => (code === '' ? null : code))
    .nullable()
    .optional()

interface DayRules {
  /** The event has already happened: its day cannot be after today in London. */
  done?: boolean
}

/** Reads a day from text and adds an issue to the context if it is not valid. */
const readDay = (text: string, { done = false }: DayRules, context: z.RefinementCtx): CalendarDate => {
  const parsed = parseDay(text)
  if (parsed === null) context.addIssue({ code: 'custom', message: dateNotReal })
  else if (done && parsed > today()) context.addIssue({ code: 'custom', message: dateInFuture })
  return parsed ?? ''
}

/** The text of a day. The maximum length also allows an instant that is accepted as a day. */
const typedDay = shared((message: string) =>
  z
    .string({ error: message })
    .trim()
    .max(40, { error: dateNotReal, abort: true })
    .overwrite((text) => (isVisible(text) ? text : '')),
)

/** A required calendar date, yyyy-MM-dd. */
export const requiredDate = shared((message: string, rules: DayRules = {}) =>
  typedDay(message)
    .transform((text, context) => {
      if (text !== '') return readDay(text, rules, context)
      // Reported here and not by a check, so that rules over several fields still run beside it (saidBeside.ts).
      context.addIssue({ code: 'custom', message })
      return ''
    })
    .meta(kind('Day')),
)

/** An optional calendar date; '' and null mean none. */
export const optionalDate = shared((rules: DayRules = {}) =>
  typedDay(dateNotReal)
    .transform((text, context) => (text === '' ? null : readDay(text, rules, context)))
    .meta(kind('Day'))
    .nullable()
    .optional(),
)

/** Yes or no, never inferred from other values. */
export const yesNo = shared(() => z.boolean({ error: 'Choose yes or no' }))

/** A required yes or no, for forms that preselect neither. No answer gets `message`. */
export const requiredYesNo = shared((message: string) =>
  z
    .union([z.boolean(), z.enum(['yes', 'no'])], { error: message })
    .transform((answer) => answer === true || answer === 'yes')
    .meta(kind('YesNo')),
)

/** Yes, no or not answered; '' (from a form) and null mean not answered. */
export const optionalYesNo = shared(() =>
  z
    .union([z.boolean(), z.enum(['yes', 'no', ''])], { error: 'Choose yes or no' })
    .transform((answer) => (answer === '' ? null : answer === true || answer === 'yes'))
    .meta(kind('YesNo'))
    .nullable()
    .optional(),
)

/** Version of the record that the user was looking at (DU-3). */
export const version = shared(() => requiredVersion().optional())

/** `version` where a save must send it. */
export const requiredVersion = shared(() => z.int().min(1).max(largestVersion).meta(kind('Version')))

/** `version` in a query string, where every value is text. */
export const versionInAddress = shared(() => whole('Not a valid version', 1, largestVersion).optional())

/** The reply to a save. */
export const saved = z.object({ id: z.int(), version: z.int() })
