import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bankHolidaysOf, type BankHolidayOn } from '../../../contract/platform/dates/bankHolidays.ts'
import { readConfig, type Environment } from '../../app/config.ts'

const holidaysOf = (settings: Environment): BankHolidayOn => {
  const { nation, published } = readConfig(settings).bankHolidays
  return bankHolidaysOf(nation, published)
}

const published = (dates: string[]): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'holidays-')), 'bank-holidays.json')
  const events = dates.map((date) => ({ title: 'Jubilee', date, notes: '', bunting: true }))
  const divisions = ['england-and-wales', 'scotland', 'northern-ireland']
  writeFileSync(
    file,
    JSON.stringify(Object.fromEntries(divisions.map((division) => [division, { division, events }]))),
  )
  return file
}

describe('the bank holidays of an installation', () => {
  it.each([
    ['england unless it says otherwise', {}, '2027-01-04', null],
    ['the nation that it says', { BANK_HOLIDAYS: 'scotland' }, '2027-01-04', '2 January (substitute day)'],
    ['and no other', { BANK_HOLIDAYS: 'scotland' }, '2027-03-29', null],
  ])('%s', (_, settings, day, name) => {
    expect(holidaysOf(settings)(day)).toBe(name)
  })

  it('follow the published file for the years that it names', () => {
    const days = ['01-03', '04-15', '04-18', '05-02', '06-02', '06-03', '08-29', '12-26', '12-27']
    const file = published(days.map((day) => `2022-${day}`))
    const bankHolidayOn = holidaysOf({ BANK_HOLIDAYS_PUBLISHED: file })
    expect(bankHolidayOn('2022-06-03')).toBe('Jubilee')
    // The spring bank holiday was moved that year.
    expect(bankHolidayOn('2022-05-30')).toBeNull()
    expect(bankHolidayOn('2023-05-29')).toBe('Spring bank holiday')
  })

  it.each([
    ['of part of a year', () => published(['2027-05-10']), 'has only some of the bank holidays of 2027'],
    ['that is none', () => import.meta.filename, 'must name a file like gov.uk/bank-holidays.json'],
    [
      'that is not there',
      () => '/nowhere/bank-holidays.json',
      'must name a file like gov.uk/bank-holidays.json',
    ],
  ])('a file %s stops the start', (_, file, said) => {
    expect(() => readConfig({ BANK_HOLIDAYS_PUBLISHED: file() })).toThrow(`BANK_HOLIDAYS_PUBLISHED ${said}`)
  })

  it('a nation that is none stops the start', () => {
    expect(() => readConfig({ BANK_HOLIDAYS: 'uk' })).toThrow('BANK_HOLIDAYS must be one of england, wales')
  })
})
