import type { z } from 'zod'
import { parseTyped, type CalendarDate } from '../../../../contract/platform/dates/dates.ts'
import { plainDigits } from './plainDigits.ts'

/* The kinds of boxes of a page without a script, and what is wrong with what was typed. */

/** What was typed, by the name of the box. Several ticks are codes with a space between them. */
export type Typed = Readonly<Record<string, string>>
export type Faults = Readonly<Record<string, string>>

interface Asked {
  name: string
  /** The label, or the legend of several boxes. */
  label: string
  hint?: string
}

export interface TextField extends Asked {
  kind: 'text'
  schema: z.ZodType
  autocomplete?: string
  type?: 'text' | 'tel' | 'email'
  inputmode?: 'numeric' | 'tel' | 'email'
  width?: 'postcode' | 'short' | 'half'
  /** Rows of a larger box. */
  rows?: number
  isSpelt?: false
}
/** A day in three boxes, `name-day`, `name-month` and `name-year`. */
export interface DayField extends Asked {
  kind: 'day'
  check: (typed: Typed) => string | null
  isOwnBirthday: boolean
}
export interface Option {
  code: string
  title: string
  hint?: string
}
export interface ChoiceField extends Asked {
  kind: 'choice'
  options: readonly Option[]
  /** Shown if nothing is chosen; without it the question may be left out. */
  missing?: string
  isInline?: true
}
export interface SeveralField extends Asked {
  kind: 'several'
  options: readonly Option[]
  /** A box that means none of the others. */
  none?: Option
  missing?: string
}
export type Field = TextField | DayField | ChoiceField | SeveralField

export const dayParts = ['day', 'month', 'year'] as const

/** What stands on a page. */
export interface Asking {
  fields: readonly Field[]
  /** What one box alone does not show to be wrong. */
  alsoCheck?: (typed: Typed) => Faults
}

export const dayOf = (typed: Typed, name: string): CalendarDate | null => {
  const [day = '', month = '', year = ''] = dayParts.map((part) =>
    plainDigits(typed[`${name}-${part}`] ?? '').trim(),
  )
  return /^\d{4}$/.test(year) ? parseTyped({ day, month, year }) : null
}

export const optionsOf = (field: ChoiceField | SeveralField): readonly Option[] =>
  field.kind === 'several' && field.none !== undefined ? [...field.options, field.none] : field.options

/** The boxes of a field. */
export const boxesOf = (field: Field): readonly string[] =>
  field.kind === 'day' ? dayParts.map((part) => `${field.name}-${part}`) : [field.name]

const faultOf = (field: Field, typed: Typed): string | null => {
  if (field.kind === 'day') return field.check(typed)
  const text = typed[field.name] ?? ''
  if (field.kind === 'text') return field.schema.safeParse(text).error?.issues[0]?.message ?? null
  return text === '' ? (field.missing ?? null) : null
}

/** What is wrong on a page, by field, in the order of its fields. */
export const faultsOf = (page: Asking, typed: Typed): Faults => {
  const alone = page.fields.flatMap((field) => {
    const fault = faultOf(field, typed)
    return fault === null ? [] : [[field.name, fault] as const]
  })
  const faults: Record<string, string> = { ...page.alsoCheck?.(typed), ...Object.fromEntries(alone) }
  return Object.fromEntries(
    page.fields.flatMap(({ name }) => (faults[name] === undefined ? [] : [[name, faults[name]]])),
  )
}

export const isFaultless = (faults: Faults): boolean => Object.keys(faults).length === 0
