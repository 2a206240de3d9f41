import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { addDays, today } from '../dates/dates.ts'
import {
  decimalNumber,
  emailAddress,
  existingId,
  optionalChoice,
  optionalCode,
  optionalDate,
  optionalDecimal,
  optionalText,
  optionalWholeNumber,
  optionalYesNo,
  recordId,
  requiredChoice,
  requiredDate,
  requiredText,
  requiredVersion,
  saved,
  searchedText,
  storedText,
  version,
  versionInAddress,
  wholeNumber,
  yesNo,
} from './fields.ts'
import { optionalTime } from './timeField.ts'
import { telephoneNumber } from './telephoneField.ts'
import { dateInFuture, dateNotReal } from '../words/messages.ts'

/*
 * IO-1, IO-3: for each building block of a form, which values it accepts, what they become, and the message for all
 * others.
 */

/** The result for a value: the parsed value, or the messages of the refusal. */
const read = (schema: z.ZodType, value: unknown): unknown => {
  const { success, data, error } = schema.safeParse(value)
  return success ? { taken: data } : [...new Set(error.issues.map(({ message }) => message))].join('; ')
}
const taken = (value: unknown) => ({ taken: value })

type Case = [given: unknown, comes: unknown]
const holds = (name: string, schema: z.ZodType, cases: Case[]): void => {
  describe(name, () => {
    it.each(cases)('%j becomes %j', (given, comes) => {
      expect(read(schema, given)).toEqual(comes)
    })
  })
}

it('a text that is too long is looked at no further', () => {
  for (const [field, value] of [
    [requiredText('Name required.', 3), 'abcd\0'],
    [requiredText('Name required.', 90), `a\0${marks}`],
    [telephoneNumber(), '1'.repeat(121)],
    [telephoneNumber(), '1\0'],
    [requiredDate('Date required.'), '9'.repeat(41)],
    [requiredDate('Date required.'), ''],
  ] as const)
    expect(field.safeParse(value).error?.issues).toHaveLength(1)
})

const many = 'x'.repeat(256)
const long = 'Use 255 characters or fewer'
const notStorable = 'Remove the character that cannot be stored'
const accents = 'Use at most 30 accents on one letter'
const marks = `e${'\u0301'.repeat(31)}`
/** One character that becomes three when it is normalised. */
const growing = '\ufb2c'

holds('a text that must be there', requiredText('Name required.'), [
  ['Ada', taken('Ada')],
  ['  Ada  ', taken('Ada')],
  [undefined, 'Name required.'],
  [null, 'Name required.'],
  [7, 'Name required.'],
  ['', 'Name required.'],
  ['   ', 'Name required.'],
  ['\u200b', 'Name required.'],
  [many, long],
  [many.slice(1), taken(many.slice(1))],
  [`  ${many.slice(1)}  `, taken(many.slice(1))],
  ['a\0b', notStorable],
  ['\ud800', notStorable],
  [marks, accents],
  ['e\u0301', taken('\u00e9')],
])
holds('a text that must be there, of ten characters', requiredText('Name required.', 10), [
  ['0123456789', taken('0123456789')],
  ['01234567890', 'Use 10 characters or fewer'],
  [growing.repeat(9), 'Use 10 characters or fewer'],
])
holds('a text that may be absent', optionalText(), [
  ['Ada', taken('Ada')],
  ['', taken(null)],
  [' \u200b ', taken(null)],
  [null, taken(null)],
  [undefined, taken(undefined)],
  [0, 'Enter text'],
  [many, long],
])
holds('a stored text, which comes back as it is', storedText(), [
  ['  Ada  ', taken('  Ada  ')],
  ['', taken('')],
  [many.slice(1), taken(many.slice(1))],
  [null, 'Enter text'],
  ['a\0b', notStorable],
])
it('a stored text is not longer than its field', () => {
  expect(storedText().safeParse(many).success).toBe(false)
  expect(storedText(300).safeParse(many).success).toBe(true)
  // Validation stops there.
  expect(storedText().safeParse(`${many}\0`).error?.issues).toHaveLength(1)
})
holds('a text to look for', searchedText(5), [
  [' Ada ', taken('Ada')],
  [undefined, taken(undefined)],
  ['Asa Ox', 'Use 5 characters or fewer'],
  [null, 'Enter text'],
])

const mail = 'Enter an e-mail address, such as name@example.org'
holds('an e-mail address', emailAddress(), [
  [' ada@example.org ', taken('ada@example.org')],
  ['', taken(null)],
  [null, taken(null)],
  [undefined, taken(undefined)],
  ['ada', mail],
  ['ada@', mail],
  [7, mail],
  ['a\0@example.org', mail],
  [`${marks}@example.org`, mail],
  [`${'a'.repeat(250)}@example.org`, mail],
])
const telephone = 'Enter a telephone number, such as 01632 960 001'
holds('a telephone number', telephoneNumber(), [
  ['01632 960 001', taken('01632 960 001')],
  ['+44 (1632) 960-001', taken('+44 (1632) 960-001')],
  ['12345', taken('12345')],
  ['1'.repeat(25), taken('1'.repeat(25))],
  ['', taken(null)],
  ['1234', telephone],
  ['1'.repeat(26), telephone],
  ['01632\u00A0960.001x204', taken('01632 960 001 ext 204')],
  ['daughter 01632 960 001', taken('01632 960 001 (daughter)')],
  ['ex-directory', telephone],
  [1632960001, telephone],
])
const time = 'Enter a time as HH:mm, such as 14:30'
holds('a time', optionalTime(), [
  ['00:00', taken('00:00')],
  ['19:59', taken('19:59')],
  ['23:59', taken('23:59')],
  ['24:00', time],
  ['12:60', time],
  ['1:30', 'Enter 01:30 or 13:30: this may be either'],
  ['9.30am', taken('09:30')],
  ['0930', taken('09:30')],
  ['14h', taken('14:00')],
  [930, time],
  ['112:30', time],
  ['12:300', time],
  ['9'.repeat(41), time],
  ['\u200B', taken(null)],
  ['x9:30', time],
  ['', taken(null)],
  [null, taken(null)],
])

const noId = 'Not a valid id'
const largest = Number.MAX_SAFE_INTEGER
holds('the id of a row that is there', existingId(), [
  [1, taken(1)],
  ['12', taken(12)],
  [' 12 ', taken(12)],
  [largest, taken(largest)],
  ['9'.repeat(15), taken(999_999_999_999_999)],
  [0, noId],
  [-1, noId],
  [1.5, noId],
  [largest + 1, noId],
  ['9'.repeat(16), noId],
  ['', noId],
  [' ', noId],
  ['1e3', noId],
  ['0x10', noId],
  ['1.0', noId],
  ['x12', noId],
  ['12x', noId],
  [' '.repeat(50) + '1', noId],
  [null, noId],
  [undefined, noId],
  [true, noId],
  [false, noId],
])
holds('the id of a record that is saved', recordId(), [
  [0, taken(0)],
  ['0', taken(0)],
  [-1, noId],
  [undefined, noId],
])
holds('a choice that must be made', requiredChoice('Gender required.'), [
  [2, taken(2)],
  [0, 'Gender required.'],
  ['', 'Gender required.'],
  [null, 'Gender required.'],
  [undefined, 'Gender required.'],
  ['1'.repeat(41), 'Gender required.'],
])
const score = 'FRAT score invalid'
holds('a score', wholeNumber(score, { from: 0, to: 5 }), [
  [0, taken(0)],
  ['0', taken(0)],
  [5, taken(5)],
  [6, score],
  [-1, score],
  [null, score],
  ['', score],
  [false, score],
  [Number.NaN, score],
])
holds('a whole number that may be left out', optionalWholeNumber('Weeks invalid', { from: 2, to: 4 }), [
  [2, taken(2)],
  ['4', taken(4)],
  ['', taken(null)],
  [null, taken(null)],
  [undefined, taken(undefined)],
  [1, 'Weeks invalid'],
  [5, 'Weeks invalid'],
  [' ', 'Weeks invalid'],
  [true, 'Weeks invalid'],
  ['2'.repeat(41), 'Weeks invalid'],
])
holds('a choice that may be left out', optionalChoice(), [
  [1, taken(1)],
  [largest, taken(largest)],
  ['', taken(null)],
  [0, 'Choose from the list'],
  ['x', 'Choose from the list'],
])

const bmi = { from: 10, to: 80, places: 1, outside: 'BMI is from 10 to 80' }
holds('a number with a point', decimalNumber('BMI required.', bmi), [
  [10, taken(10)],
  [80, taken(80)],
  ['22.5', taken(22.5)],
  [' 22.5 ', taken(22.5)],
  [9.9, bmi.outside],
  [80.1, bmi.outside],
  [22.55, bmi.outside],
  ['22,5', bmi.outside],
  ['22.', bmi.outside],
  ['.5', bmi.outside],
  ['x22', bmi.outside],
  ['22x', bmi.outside],
  ['2'.repeat(41), bmi.outside],
  ['', 'BMI required.'],
  [' ', 'BMI required.'],
  ['\u200b', 'BMI required.'],
  [null, 'BMI required.'],
  [undefined, 'BMI required.'],
  [true, 'BMI required.'],
])
it('a number outside says what is required where it has no sentence of its own', () => {
  expect(read(decimalNumber('Height required.', { from: 1, to: 2, places: 2 }), 3)).toBe('Height required.')
  expect(read(decimalNumber('Height required.', { from: 1, to: 2_000_000, places: 2 }), '1234567')).toBe(
    'Height required.',
  )
})
holds(
  'a number with a point that may be left out',
  optionalDecimal('Weight invalid', { from: 2, to: 300, places: 2 }),
  [
    [2, taken(2)],
    ['300', taken(300)],
    ['70.25', taken(70.25)],
    ['', taken(null)],
    [null, taken(null)],
    [undefined, taken(undefined)],
    [1.99, 'Weight invalid'],
    [300.01, 'Weight invalid'],
    ['70.255', 'Weight invalid'],
    [' ', 'Weight invalid'],
    [false, 'Weight invalid'],
    ['2'.repeat(41), 'Weight invalid'],
  ],
)

holds('one of some codes', optionalCode(['phone', 'visit']), [
  ['phone', taken('phone')],
  ['', taken(null)],
  [null, taken(null)],
  [undefined, taken(undefined)],
  ['letter', 'Choose from the list'],
  [1, 'Choose from the list'],
])

holds('a day that must be there', requiredDate('Date required.'), [
  ['2026-02-28', taken('2026-02-28')],
  [' 2026-02-28 ', taken('2026-02-28')],
  [addDays(today(), 1), taken(addDays(today(), 1))],
  ['', 'Date required.'],
  [' \u200b ', 'Date required.'],
  [null, 'Date required.'],
  [undefined, 'Date required.'],
  [20260228, 'Date required.'],
])
it('a day must be one of the calendar, and say so', () => {
  expect(read(requiredDate('Date required.'), '2026-02-30')).toBe(dateNotReal)
  expect(read(requiredDate('Date required.'), '9'.repeat(41))).toBe(dateNotReal)
  expect(read(optionalDate(), '2026-02-30')).toBe(dateNotReal)
  expect(read(optionalDate(), 7)).toBe(dateNotReal)
})
it('what has been done was done today at the latest', () => {
  const tomorrow = addDays(today(), 1)
  expect(read(requiredDate('Date required.', { done: true }), tomorrow)).toBe(dateInFuture)
  expect(read(optionalDate({ done: true }), tomorrow)).toBe(dateInFuture)
  expect(read(requiredDate('Date required.', { done: true }), today())).toEqual(taken(today()))
  expect(read(optionalDate({ done: true }), today())).toEqual(taken(today()))
})
holds('a day that may be absent', optionalDate(), [
  ['2026-02-28', taken('2026-02-28')],
  ['', taken(null)],
  ['  ', taken(null)],
  [null, taken(null)],
  [undefined, taken(undefined)],
])

holds('yes or no', yesNo(), [
  [true, taken(true)],
  [false, taken(false)],
  ['yes', 'Choose yes or no'],
  [null, 'Choose yes or no'],
  [1, 'Choose yes or no'],
])
holds('yes, no or not answered', optionalYesNo(), [
  [true, taken(true)],
  [false, taken(false)],
  ['yes', taken(true)],
  ['no', taken(false)],
  ['', taken(null)],
  [null, taken(null)],
  [undefined, taken(undefined)],
  ['true', 'Choose yes or no'],
  [1, 'Choose yes or no'],
])

describe('the version that was shown', () => {
  const largestVersion = 2 ** 31 - 1
  it.each([
    [1, true],
    [largestVersion, true],
    [0, false],
    [largestVersion + 1, false],
    [1.5, false],
    ['1', false],
    [null, false],
  ])('%j is one: %s', (given, is) => {
    expect(version().safeParse(given).success).toBe(is)
    expect(requiredVersion().safeParse(given).success).toBe(is)
  })
  it('may be left out only where a save need not say it', () => {
    expect(version().safeParse(undefined).success).toBe(true)
    expect(requiredVersion().safeParse(undefined).success).toBe(false)
  })
  it('is text in an address', () => {
    expect(read(versionInAddress(), '1')).toEqual(taken(1))
    expect(read(versionInAddress(), String(largestVersion))).toEqual(taken(largestVersion))
    expect(read(versionInAddress(), '0')).toBe('Not a valid version')
    expect(read(versionInAddress(), String(largestVersion + 1))).toBe('Not a valid version')
    expect(read(versionInAddress(), undefined)).toEqual(taken(undefined))
  })
})

it('a save answers an id and a version', () => {
  expect(saved.safeParse({ id: 1, version: 1 }).success).toBe(true)
  expect(saved.safeParse({ id: 1 }).success).toBe(false)
  expect(saved.safeParse({ version: 1 }).success).toBe(false)
})
