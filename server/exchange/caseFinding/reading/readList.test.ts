import { describe, expect, it } from 'vitest'
import type { ListField } from '../../../../contract/exchange/caseFinding/columns.ts'
import { rowReader, type ReadRow } from './readRow.ts'
import { dayReader, fallsOf, frailtyOf, genderOf } from './words.ts'

describe('frailty', () => {
  it.each([
    ['Severe', true, 'yes'],
    ['Moderate frailty', true, 'yes'],
    ['0.31 (Moderate)', true, 'yes'],
    ['Mild', true, 'no'],
    ['Fit', true, 'no'],
    ['No frailty', true, 'no'],
    ['0.25', true, 'yes'],
    ['0.24', true, 'no'],
    ['.36', true, 'yes'],
    ['1.0', true, 'yes'],
    ['0', true, 'no'],
    ['13', true, undefined],
    ['0.31', false, undefined],
    ['not severe', true, undefined],
    ['see notes', true, undefined],
  ])('“%s” (score read: %s) is %s', (text, hasScore, said) => {
    expect(frailtyOf(text, hasScore)).toBe(said)
  })
})

it.each([
  ['0', 'none'],
  ['None', 'none'],
  ['1', 'one'],
  ['Yes', 'one'],
  ['1+', 'more'],
  ['2', 'more'],
  ['12 falls', 'more'],
  ['Recurrent', 'more'],
  ['Not known', 'unknown'],
  ['perhaps', undefined],
])('falls “%s” are %s', (text, said) => {
  expect(fallsOf(text)).toBe(said)
})

it.each([
  ['F', 'female'],
  ['male', 'male'],
  ['1', 'male'],
  ['Not known', 'unknown'],
  ['Indeterminate', 'other'],
  ['7', undefined],
])('sex “%s” is %s', (text, said) => {
  expect(genderOf(text)).toBe(said)
})

it.each([
  ['04/03/1941', '1941-03-04'],
  ['4.3.1941', '1941-03-04'],
  ['1941-03-04', '1941-03-04'],
  ['19410304', '1941-03-04'],
  ['04-Mar-1941', '1941-03-04'],
  ['4 March 1941', '1941-03-04'],
  ['04/03/1941 00:00', '1941-03-04'],
  ['04/03/41', '1941-03-04'],
  ['04-Mar-15', '2015-03-04'],
  ['04-Mar-16', '1916-03-04'],
  ['03/13/1941', null],
  ['15037', null],
  ['soon', null],
])('the day of birth “%s” is %s', (text, day) => {
  expect(dayReader('2026-11-30', 110)(text)).toBe(day)
})

const reader = rowReader({ kind: 'ambulance', sender: 'Ambulance', listDate: '2026-11-20' }, '2026-11-30')
const readRow = (cells: Partial<Record<ListField, string>>) => reader.read((field) => cells[field] ?? '')
const person = { familyName: 'Holt', nhsNumber: '9990700001' } as const

describe('a row', () => {
  it.each<[why: string, cells: Partial<Record<ListField, string>>, field: string | null]>([
    ['nobody can be told apart by', { familyName: 'Holt' }, null],
    ['has a bad number and no day of birth', { familyName: 'Holt', nhsNumber: '1234567890' }, 'nhsNumber'],
    ['has no family name', { nhsNumber: '9990700001' }, 'familyName'],
    ['was born tomorrow', { ...person, dateOfBirth: '01/12/2026' }, 'dateOfBirth'],
    ['was born 130 years ago', { ...person, dateOfBirth: '01/12/1896' }, 'dateOfBirth'],
    ['has a day that is none', { ...person, dateOfBirth: '31/02/1940' }, 'dateOfBirth'],
    ['says that the person died', { ...person, died: '03/02/2026' }, 'died'],
    ['may say that the person said no', { ...person, optedOut: 'see notes' }, 'optedOut'],
    ['has a letter that was lost', { ...person, firstName: 'Zo\ufffd' }, 'firstName'],
    ['fell in the future', { ...person, incidentDate: '01/12/2026' }, 'incidentDate'],
  ])('is refused that %s', (_, cells, field) => {
    expect(readRow(cells)).toMatchObject({ refused: [{ field }] })
  })

  it.each<[what: string, cells: Partial<Record<ListField, string>>, field: string]>([
    ['a telephone that is none', { telephone: 'ex-directory' }, 'telephone'],
    ['a mail address that is none', { email: 'none' }, 'email'],
    ['a word that is neither yes nor no', { injured: 'bruise' }, 'injured'],
    ['a score of eFI2', { efi2: '0.31' }, 'efi2'],
    [
      'a number that is not valid beside a day of birth',
      { nhsNumber: '1234567890', dateOfBirth: '04/03/1941' },
      'nhsNumber',
    ],
  ])('is loaded without %s', (_, cells, field) => {
    expect(readRow({ ...person, ...cells })).toMatchObject({ leftOut: [{ field }] })
  })

  it('of an ambulance list tells of a fall', () => {
    const { told } = readRow({ ...person, longLie: 'Y' }) as ReadRow
    expect(told).toMatchObject({ answers: { falls: 'one', longLie: 'yes' }, redFlags: ['longLie'] })
  })

  it('keeps a number that is not valid as it was written', () => {
    const { told } = readRow({ ...person, nhsNumber: '999 999', dateOfBirth: '04/03/1941' }) as ReadRow
    expect(told.person).toMatchObject({ nhsNumber: null, nhsNumberAsTold: '999 999' })
  })
})
