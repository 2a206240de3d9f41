import { readFileSync } from 'node:fs'
import {
  bankHolidaysOf,
  nations,
  publishedHolidays,
  type BankHolidayOn,
  type Nation,
  type PublishedHolidays,
} from '../../../contract/platform/dates/bankHolidays.ts'
import { WrongSetting, type ReadSetting } from './wrongSetting.ts'

export interface BankHolidaySettings {
  nation: Nation
  /** Proclaimed holidays, which the rules do not know. */
  published: PublishedHolidays | null
}

const usualNation: Nation = 'england'
/** The bank holidays of an installation without these settings. */
export const usualBankHolidays: BankHolidayOn = bankHolidaysOf(usualNation, null)

/** Reads the nation whose bank holidays apply, and the published file that corrects the rules. */
export const readBankHolidays = (setting: ReadSetting): BankHolidaySettings => {
  const nation = setting<Nation>(
    'BANK_HOLIDAYS',
    usualNation,
    (text) =>
      nations.find((name) => name === text) ??
      new WrongSetting(`must be one of ${nations.join(', ')}, not "${text}"`),
  )
  return {
    nation,
    published: setting<PublishedHolidays | null>('BANK_HOLIDAYS_PUBLISHED', null, parseFile),
  }
}

/**
 * Every year has at least this many. A file with fewer covers only part of the year and would remove its other
 * holidays.
 */
const fewest = 6

const parseFile = (path: string): PublishedHolidays | WrongSetting => {
  let published: PublishedHolidays
  try {
    published = publishedHolidays.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return new WrongSetting(`must name a file like gov.uk/bank-holidays.json, which "${path}" is not`)
  }
  for (const { events } of Object.values(published)) {
    const perYear = Object.groupBy(events, ({ date }) => date.slice(0, 4))
    const short = Object.entries(perYear).find(([, days = []]) => days.length < fewest)
    if (short !== undefined)
      return new WrongSetting(
        `has only some of the bank holidays of ${short[0]}: each year in the file must be complete`,
      )
  }
  return published
}
