import { z } from 'zod'
import { parseDay, today } from './dates.ts'
import { dateInFuture, dateNotReal } from './messages.ts'

/*
 * The building blocks of every form and every request. No coercion: a decimal string may become a number,
 * but null, '' and booleans never do (trust IO-3), so a blank can never turn into 0.
 * In a save, a field that is absent stays as it was; null or '' clears it.
 */

const cleanText = (text: string): string => text.normalize('NFC').trim()
/** NUL and lone surrogates cannot be stored as text (trust IO-4). */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')
const notStorable = 'Remove the character that cannot be stored'

const boundedText = (maximum: number, message?: string) =>
  z
    .string(message === undefined ? 'Enter text' : { error: message })
    .refine(isStorable, { error: notStorable, abort: true })
    .overwrite(cleanText)
    .max(maximum, `Use ${maximum} characters or fewer`)

/** Text that must be there; `message` is shown when it is missing, null or blank. */
export const requiredText = (message: string, maximum = 255) =>
  boundedText(maximum, message).min(1, { error: message })

/** Text that may be absent; '' and null both mean none. */
export const optionalText = (maximum = 255) =>
  z.union([z.null(), boundedText(maximum).transform((text) => (text === '' ? null : text))]).optional()

const digits = z
  .string()
  .regex(/^[0-9]{1,15}$/)
  .transform(Number)

/** The id of an existing row. */
export const existingId = (message = 'Not a valid id') =>
  z.union([z.int().min(1), digits.pipe(z.int().min(1))], { error: message })

/** The id of the record being saved; 0 means new (specification section 2). */
export const recordId = () => z.union([z.int().min(0), digits], { error: 'Not a valid id' })

/** A choice that must be made; no choice (missing, null, '', 0) gets `message`. */
export const requiredChoice = (message: string) => existingId(message)

/** A choice that may be left out; '' and null mean none. */
export const optionalChoice = () =>
  z
    .union([z.int().min(1), digits.pipe(z.int().min(1)), z.literal('').transform(() => null), z.null()], {
      error: 'Choose from the list',
    })
    .optional()

/** Whole number in a range, present; anything else, a blank included, gets `message`. */
export const wholeNumber = (message: string, { from, to }: { from: number; to: number }) => {
  const inRange = z.int({ error: message }).min(from, { error: message }).max(to, { error: message })
  return z.union(
    [
      inRange,
      z
        .string()
        .regex(/^ *[0-9]{1,9} *$/)
        .transform(Number)
        .pipe(inRange),
    ],
    { error: message },
  )
}

interface DayRules {
  /** The thing has happened: its day cannot be after today in London (trust section 4). */
  done?: boolean
}

const day = (rules: DayRules, message?: string) =>
  z.string(message === undefined ? dateNotReal : { error: message }).transform((text, context) => {
    const typed = text.trim()
    const parsed = parseDay(typed)
    if (parsed === null)
      context.addIssue({
        code: 'custom',
        message: typed === '' && message !== undefined ? message : dateNotReal,
      })
    else if (rules.done && parsed > today()) context.addIssue({ code: 'custom', message: dateInFuture })
    return parsed ?? ''
  })

/** A calendar date yyyy-MM-dd that must be there. */
export const requiredDate = (message: string, rules: DayRules = {}) => day(rules, message)

/** A calendar date that may be absent; '' and null mean none. */
export const optionalDate = (rules: DayRules = {}) =>
  z.union([z.null(), z.literal('').transform(() => null), day(rules)]).optional()

/** A wall time HH:mm with no date and no zone (trust section 5, item 17); 00:00 is a value. */
export const optionalTime = () =>
  z
    .union(
      [
        z.null(),
        z.literal('').transform(() => null),
        z
          .string()
          .trim()
          .regex(/^([01]\d|2[0-3]):[0-5]\d$/),
      ],
      { error: 'Enter a time as HH:mm, such as 14:30' },
    )
    .optional()

/** Yes or no; never guessed from other values. */
export const yesNo = () => z.boolean({ error: 'Choose yes or no' })

/** Version of the record that the person was looking at (trust DU-3). */
export const version = () => z.int().min(1).optional()

/** What a save answers. */
export const saved = z.object({ id: z.int(), version: z.int() })
