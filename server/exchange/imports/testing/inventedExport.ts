import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addDays } from '../../../../contract/platform/dates/dates.ts'
import { checkDigitOf } from '../../../../contract/platform/fields/nhsNumber.ts'

/*
 * Another system's export of invented people: patients, referrals and FRAT assessments as CSV. The same seed gives the
 * same files. NHS numbers are from the 999 range.
 */

interface Invented {
  patients: number
  seed: number
  /** All days lie before this one. */
  today: string
  practice: string
}

/** mulberry32: small, fast and the same on every machine. */
const randomFrom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const starts =
  'Ash Bar Cal Dun El Far Gar Hal In Jar Kel Lan Mar Nor Ol Pen Quin Rad Sel Tor Ul Ven Wel Yar'.split(' ')
const middles = 'a be co di er fo ga ho il ka la mo ne or pi ra so tu'.split(' ')
const ends = 'ton ford well ley son wick by ham worth man dale more'.split(' ')
const firsts =
  'Edna Harold Mavis Stanley Doris Albert Winifred Ernest Hilda Cyril Beryl Norman Olive Leonard Gladys Percy Vera Horace Ivy Reginald'.split(
    ' ',
  )

const british = (day: string): string => day.split('-').toReversed().join('/')

/**
 * Writes mapping and files into a folder.
 * @returns the paths of the files, in the order to name them
 */
export const writeInventedExport = (
  folder: string,
  { patients, seed, today, practice }: Invented,
): { mapping: string; files: string[] } => {
  const random = randomFrom(seed)
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? ''
  const days = (from: number, to: number): number => from + Math.floor(random() * (to - from))
  const people = ['Id,Surname,Forename,DOB,Sex,NHS No,Address,Postcode,Phone,Practice']
  const referrals = ['Ref,Patient,Referred,From,How,Ended,Why']
  const frats = ['Id,Ref,Date,Who,Where,Score']
  let nine = 999_000_000 + (seed % 1000)
  const nextNumber = (): string => {
    for (;;) {
      nine += 1
      const check = checkDigitOf(`${nine}0`)
      if (check < 10) return `${nine}${check}`
    }
  }
  for (let at = 1; at <= patients; at += 1) {
    const born = addDays('1925-01-01', days(0, 13_000))
    // One in twenty has no NHS number.
    const number = random() < 0.05 ? '' : nextNumber()
    const postcode = `ZZ${days(10, 99)} ${days(1, 9)}${pick([...'ABDEFGHJLN'])}${pick([...'ABDEFGHJLN'])}`
    people.push(
      `P${at},${pick(starts)}${pick(middles)}${pick(middles)}${pick(ends)},${pick(firsts)},${british(born)},${pick(['M', 'F'])},${number},${days(1, 200)} High Street,${postcode},01632 ${days(100_000, 999_999)},${practice}`,
    )
    const referred = addDays(today, -days(1, 900))
    const isOver = random() < 0.4
    const ended = isOver ? today : ''
    referrals.push(`R${at},P${at},${british(referred)},GP,Letter,${ended === '' ? '' : british(ended)},`)
    if (random() < 0.7) frats.push(`F${at},R${at},${british(referred)},Bell,Clinic,${days(0, 6)}`)
  }
  const files = ['patients.csv', 'referrals.csv', 'frat.csv'].map((name) => join(folder, name))
  for (const [at, lines] of [people, referrals, frats].entries())
    writeFileSync(files[at] ?? '', `${lines.join('\r\n')}\r\n`)
  return { mapping: inventedMapping, files }
}

const day = (column: string) => ({ column, format: ['dd/MM/yyyy', 'yyyy-MM-dd'] })

/** Maps the words of the other system to words of the reference data. */
const inventedMapping = JSON.stringify({
  source: 'Invented',
  files: [
    {
      ...{ file: 'patients.csv', record: 'patient', key: 'Id' },
      fields: {
        familyName: 'Surname',
        firstName: 'Forename',
        dateOfBirth: day('DOB'),
        genderId: { column: 'Sex', values: { M: 'Male', F: 'Female' } },
        nhsNumber: 'NHS No',
        nhsNumberUnknown: { emptyOf: 'nhsNumber' },
        addressLine1: 'Address',
        postcode: 'Postcode',
        phoneHome: 'Phone',
        registeredGP: 'Practice',
      },
    },
    {
      ...{ file: 'referrals.csv', record: 'referral', key: 'Ref', of: 'Patient' },
      fields: {
        referralDate: day('Referred'),
        referrerId: { column: 'From', values: { GP: 'GP' } },
        referralMethodId: { column: 'How', values: { Letter: 'Letter' } },
        dischargeDate: day('Ended'),
      },
    },
    {
      ...{ file: 'frat.csv', record: 'frat', key: 'Id', of: 'Ref' },
      fields: {
        assessmentDate: day('Date'),
        teamMemberId: { column: 'Who', values: { Bell: 'BELL, Jo (therapy assistant)' } },
        locationId: { column: 'Where', values: { Clinic: 'Outpatient clinic' } },
        fratScore: 'Score',
      },
    },
  ],
})
