import fc from 'fast-check'
import { z } from 'zod'
import { addDays, today } from '../../contract/platform/dates/dates.ts'
import { hostileValues } from '../../server/testing/values/hostileValues.ts'
import { nextNhsNumber } from '../../server/testing/world/factories.ts'
import type { Wire } from '../../server/testing/values/request.ts'

/** What is known of a field by the schema of its form. */
interface FieldSchema {
  title?: string
  type?: string
  properties?: Record<string, FieldSchema>
  anyOf?: FieldSchema[]
  allOf?: FieldSchema[]
  items?: FieldSchema
  maxLength?: number
  enum?: readonly unknown[]
  const?: unknown
}

interface Field {
  path: readonly string[]
  schema: FieldSchema
}

const fieldsIn = (schema: FieldSchema, path: readonly string[] = []): Field[] => {
  const { properties, allOf } = schema
  if (properties !== undefined)
    return Object.entries(properties).flatMap(([name, inner]) => fieldsIn(inner, [...path, name]))
  if (allOf !== undefined) return allOf.flatMap((part) => fieldsIn(part, path))
  const parts = schema.title === undefined ? (schema.anyOf ?? []) : []
  const whole = parts.find((part) => part.properties !== undefined)
  return whole === undefined ? [{ path, schema }] : fieldsIn(whole, path)
}

/** The fields of a form, those of its parts too. */
const fieldsOfForm = (form: z.ZodType): Field[] =>
  fieldsIn(z.toJSONSchema(form, { io: 'input', unrepresentable: 'any' }) as FieldSchema)

const words = fc.constantFrom('Ada', "O'Hara-Smith", 'Łódź', 'two words', ' both sides ', 'é', 'x')
const hostileTexts = hostileValues.filter((value) => typeof value === 'string')
const oddText = fc.oneof(
  fc.constantFrom('', '', '', ' ', ...hostileTexts),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)

const text = (maximum: number | undefined): fc.Arbitrary<string> => {
  const limit = maximum ?? 255
  return fc.oneof(
    { weight: 4, arbitrary: words },
    { weight: 2, arbitrary: fc.constantFrom('', ' ', '\u200b') },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(limit - 1, limit, limit + 1)
        .map((length) => 'n'.repeat(Math.max(0, length))),
    },
    // Longer when it is composed, or with blanks around that do not count.
    { weight: 1, arbitrary: fc.constant(`${' '.repeat(5)}${'\u0958'.repeat(Math.ceil(limit / 2))}`) },
    { weight: 1, arbitrary: oddText },
  )
}

const day = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -400, max: 0 }).map((days) => addDays(today(), days)) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, -1).map((days) => addDays(today(), days)) },
  { weight: 1, arbitrary: fc.integer({ min: -50_000, max: 800 }).map((days) => addDays(today(), days)) },
  { weight: 2, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('2025-02-29', '2025-2-3', '31/12/2024', '2025-13-01', ' 2025-03-04 ', 'June'),
  },
  { weight: 1, arbitrary: oddText },
)

const number = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 40 }).map(String) },
  { weight: 2, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.double({ min: 0, max: 400, noNaN: true }).map((value) => value.toFixed(1)) },
  { weight: 1, arbitrary: fc.constantFrom('-1', '1,5', ' 4 ', '1e1', '0.25', '1000000', '007') },
  { weight: 1, arbitrary: oddText },
)

/** An id is chosen from a list: one that is there, none, or what no list offers. */
const choice = (known: unknown[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...(known.length === 0 ? [''] : known.map(String))) },
    { weight: 2, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constantFrom('0', 'none', '1.5', '-1') },
  )

const time = fc.oneof(fc.constantFrom('10:30', '00:00', '23:59', '24:00', '9:5', ''), oddText)
const telephone = fc.oneof(fc.constantFrom('01632 960 001', '+44 1632 960001', '12', 'call me', ''), oddText)
const mail = fc.oneof(fc.constantFrom('name@example.org', 'a@b', '@', 'two@@example.org', ''), oddText)
const nhsNumber = fc.oneof(
  fc.constant(null).map(() => nextNhsNumber()),
  fc.constantFrom('', '9990000018', '999 000 0018', '9990000019', '123', '3200000015', '99900000180'),
  oddText,
)

/** What people, and programs that fill forms, may put into a field. A form holds texts, ticks and lists of texts. */
const typedInto = ({ path, schema }: Field, known: unknown[]): fc.Arbitrary<unknown> => {
  const { title, maxLength } = schema
  const anyOf = [schema, ...(schema.anyOf ?? [])]
  const kind = title ?? anyOf.find((part) => part.title !== undefined)?.title
  const name = path.at(-1) ?? ''
  const limit = maxLength ?? anyOf.find((part) => part.maxLength !== undefined)?.maxLength
  const codes = anyOf.flatMap((part) => part.enum ?? (part.const === undefined ? [] : [part.const]))
  if (name === 'nhsNumber') return nhsNumber
  if (
    /Id$|^(gender|namePrefix|dischargedTo)/.test(name) &&
    kind !== 'YesNo' &&
    codes.length === 0 &&
    kind !== undefined
  )
    return choice(known)
  if (kind === 'Id') return choice(known)
  if (kind === 'Day') return day
  if (kind === 'Time') return time
  if (kind === 'Telephone') return telephone
  if (kind === 'Email') return mail
  if (kind === 'WholeNumber' || kind === 'Decimal') return number
  if (kind === 'YesNo') return fc.constantFrom('yes', 'no', '', true, false)
  if (isList(schema)) return fc.constantFrom([], ...known)
  if (codes.length > 0)
    return fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...codes) },
      { weight: 1, arbitrary: fc.constantFrom('', 'no such code') },
    )
  if (isTick(schema)) return fc.boolean()
  return text(limit)
}

export const valueAt = (wire: unknown, [name, ...rest]: readonly string[]): unknown =>
  name === undefined ? wire : valueAt((wire as Wire | null | undefined)?.[name], rest)

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Puts a value where it belongs; parts that are not there yet are made. */
export const put = (wire: Wire, [name = '', ...rest]: readonly string[], value: unknown): Wire => ({
  ...wire,
  [name]: rest.length === 0 ? value : put((wire[name] ?? {}) as Wire, rest, value),
})

/** The value that is known to work, as a form holds it. */
const asTyped = (value: unknown): unknown =>
  typeof value === 'number' ? String(value) : Array.isArray(value) ? value.map(asTyped) : (value ?? '')

const ofSchema = (test: (part: FieldSchema) => boolean, schema: FieldSchema): boolean =>
  test(schema) || (schema.anyOf ?? []).some(test)
const isList = (schema: FieldSchema) => ofSchema((part) => part.items !== undefined, schema)
const isTick = (schema: FieldSchema) =>
  schema.title === undefined && ofSchema((part) => part.type === 'boolean', schema)

/** What the field holds when nobody touches it. */
const usualOf = ({ path, schema }: Field, works: Wire): unknown => {
  const value = valueAt(works, path)
  if (isTick(schema)) return value ?? false
  if (isList(schema)) return asTyped(value ?? [])
  return asTyped(value)
}

/**
 * A form filled in at random: each field as it works, as nothing, or as something else.
 * @param works input that the call takes
 * @param others further ids that a choice may have, by the name of the field
 */
export const filledIn = (
  form: z.ZodType,
  works: Wire,
  others: Readonly<Record<string, readonly unknown[]>>,
): fc.Arbitrary<Wire> => {
  // The version of what is changed is never typed.
  const fields = fieldsOfForm(form).filter(({ path }) => path.at(-1) !== 'version')
  return fc
    .tuple(
      // How much of the form is as it should be: without this nearly every form would have a mistake.
      fc.constantFrom(2, 8, 25, 40),
      fc.tuple(
        ...fields.map((field) => {
          const value = valueAt(works, field.path)
          const known = [...(isBlank(value) ? [] : [value]), ...(others[field.path.at(-1) ?? ''] ?? [])]
          return fc.tuple(fc.nat(39), typedInto(field, known))
        }),
      ),
    )
    .map(([share, values]) => {
      let typed: Wire = {}
      for (const [place, field] of fields.entries()) {
        const [dice, odd] = values[place] as [number, unknown]
        typed = put(typed, field.path, dice < share ? odd : usualOf(field, works))
      }
      return typed
    })
}
