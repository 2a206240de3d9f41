import { z } from 'zod'
import { parseDay, today, type CalendarDate } from '../dates/dates.ts'
import type { FieldKind, NumberKind } from './fieldKinds.ts'
import { dateInFuture, dateNotReal } from '../words/messages.ts'
import { cleanText, isStorable, isStreamSafe, isVisible, mostMarksInARow } from '../words/text.ts'

/*
 * The building blocks of every form and every request. No coercion: a decimal string may become a number,
 * but null, '' and booleans never do (IO-3), so a blank can never turn into 0.
 * In a save, a field that is absent stays as it was; null or '' clears it.
 */

/** What programs are told of a field (contract/platform/fields/fieldKinds.ts); it decides nothing. */
export const kind = (title: FieldKind) => ({ title })
const number = (title: NumberKind, minimum: number, maximum: number) => ({ title, minimum, maximum })

const notStorable = 'Remove the character that cannot be stored'
const notStreamSafe = `Use at most ${mostMarksInARow} accents on one letter`

/**
 * The same schema for the same rules. Forms and calls have hundreds of fields and few kinds of them, and building a schema is what
 * a page spends most on before it shows anything.
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
 * The length is looked at before anything that may take longer than in proportion to it, such as normalisation; it is
 * counted in UTF-16 code units, as a browser counts, without spaces around the text.
 */
export const boundedText = shared((maximum: number, message?: string) =>
  z
    .string(message === undefined ? 'Enter text' : { error: message })
    .trim()
    .max(maximum, { error: `Use ${maximum} characters or fewer`, abort: true })
    .refine(isStorable, { error: notStorable, abort: true })
    .refine(isStreamSafe, { error: notStreamSafe, abort: true })
    .overwrite(cleanText)
    // Some signs become two or three when they are composed.
    .max(maximum, `Use ${maximum} characters or fewer`),
)

/** Text that must be there; `message` is shown when it is missing, null or blank, or nothing of it can be seen. */
export const requiredText = shared((message: string, maximum?: number) =>
  boundedText(maximum ?? 255, message).min(1, { error: message }),
)

/** A stored text that is sent back to be compared, so nothing of it is trimmed. */
export const storedText = shared((maximum?: number) =>
  z
    .string('Enter text')
    .max(maximum ?? 255, { abort: true })
    .refine(isStorable, { error: notStorable }),
)

/** Text to look for, as it is in an address. */
export const searchedText = shared((maximum: number) => boundedText(maximum).optional())

/** '' is how a form writes none; null is how a record does. */
export const blankToNull = (text: string): string | null => (text === '' ? null : text)

/** Text that may be absent; '', null and a text of which nothing can be seen all mean none. */
export const optionalText = shared((maximum?: number) =>
  boundedText(maximum ?? 255)
    .transform(blankToNull)
    .nullable()
    .optional(),
)

/** Text of a certain look, such as a telephone number, that may be absent. @param maximum code units @param standard as it is taken */
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

/** Digits with spaces around them, which a number may come as. */
const typedNumber = shared((message: string) => z.string({ error: message }).max(40, { error: message }))

/*
 * A number may come as a number or as decimal digits. One refinement instead of a union of checked types, so that
 * whatever is wrong gets the one message.
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

/** The id of an existing row. */
export const existingId = shared((message?: string) =>
  whole(message ?? 'Not a valid id', 1, largestId).meta(kind('Id')),
)

/** The id of the record being saved; 0 means new (specification). */
export const recordId = shared(() => whole('Not a valid id', 0, largestId).meta(kind('RecordId')))

/** A choice that must be made; no choice (missing, null, '', 0) gets `message`. */
export const requiredChoice = (message: string) => existingId(message)

/** Whole number in a range that may be left out; '' and null mean none. */
export const optionalWholeNumber = shared((message: string, { from, to }: { from: number; to: number }) =>
  z
    .union([z.number(), typedNumber(message)], { error: message })
    .refine((value) => value === '' || wholeIn(value, from, to), { error: message })
    .transform((value) => (value === '' ? null : Number(value)))
    .meta(number('WholeNumber', from, to))
    .nullable()
    .optional(),
)

/** A choice that may be left out; '' and null mean none. */
export const optionalChoice = () => optionalWholeNumber('Choose from the list', { from: 1, to: largestId })

/** Whole number in a range, present; anything else, a blank included, gets `message`. */
export const wholeNumber = shared((message: string, { from, to }: { from: number; to: number }) =>
  whole(message, from, to).meta(number('WholeNumber', from, to)),
)

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

/** A number with a point, present; a blank gets `missing`. A decimal comma is refused rather than guessed at (CS-3). */
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

/** A number with a point that may be left out; '' and null mean none. */
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

/** One of some codes that may be left out; '' and null mean none. */
export const optionalCode = <const Code extends string>(codes: readonly Code[]) =>
  z
    .union([z.enum(codes), z.literal('')], { error: 'Choose from the list' })
    .transform((code) => (code === '' ? null : code))
    .nullable()
    .optional()

interface DayRules {
  /** The thing has happened: its day cannot be after today in London. */
  done?: boolean
}

/** The day a text spells; says on the context what is wrong with it. */
const readDay = (text: string, { done = false }: DayRules, context: z.RefinementCtx): CalendarDate => {
  const parsed = parseDay(text)
  if (parsed === null) context.addIssue({ code: 'custom', message: dateNotReal })
  else if (done && parsed > today()) context.addIssue({ code: 'custom', message: dateInFuture })
  return parsed ?? ''
}

/** A day, or the longest instant that is taken for one. */
const typedDay = shared((message: string) =>
  z
    .string({ error: message })
    .trim()
    .max(40, { error: dateNotReal, abort: true })
    .overwrite((text) => (isVisible(text) ? text : '')),
)

/** A calendar date yyyy-MM-dd that must be there. */
export const requiredDate = shared((message: string, rules: DayRules = {}) =>
  typedDay(message)
    .transform((text, context) => {
      if (text !== '') return readDay(text, rules, context)
      // Said here and not by a check: rules over several fields are then asked beside it (saidBeside.ts), and no others.
      context.addIssue({ code: 'custom', message })
      return ''
    })
    .meta(kind('Day')),
)

/** A calendar date that may be absent; '' and null mean none. */
export const optionalDate = shared((rules: DayRules = {}) =>
  typedDay(dateNotReal)
    .transform((text, context) => (text === '' ? null : readDay(text, rules, context)))
    .meta(kind('Day'))
    .nullable()
    .optional(),
)

/** Yes or no; never guessed from other values. */
export const yesNo = shared(() => z.boolean({ error: 'Choose yes or no' }))

/** Yes or no, where a form asks and chooses neither beforehand; no answer gets `message`. */
export const requiredYesNo = shared((message: string) =>
  z
    .union([z.boolean(), z.enum(['yes', 'no'])], { error: message })
    .transform((answer) => answer === true || answer === 'yes')
    .meta(kind('YesNo')),
)

/** Yes, no or not answered; '' (a form's way) and null mean not answered. */
export const optionalYesNo = shared(() =>
  z
    .union([z.boolean(), z.enum(['yes', 'no', ''])], { error: 'Choose yes or no' })
    .transform((answer) => (answer === '' ? null : answer === true || answer === 'yes'))
    .meta(kind('YesNo'))
    .nullable()
    .optional(),
)

/** Version of the record that the person was looking at (DU-3). */
export const version = shared(() => requiredVersion().optional())

/** The same where a save must say it. */
export const requiredVersion = shared(() => z.int().min(1).max(largestVersion).meta(kind('Version')))

/** As `version`, in an address, where everything is text. */
export const versionInAddress = shared(() => whole('Not a valid version', 1, largestVersion).optional())

/** What a save answers. */
export const saved = z.object({ id: z.int(), version: z.int() })
