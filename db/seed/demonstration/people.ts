import { addDays, type CalendarDate } from '../../../contract/dates.ts'
import { checkDigitOf } from '../../../contract/nhsNumber.ts'
import { practices, stocks, streets, towns } from './names.ts'
import type { Random } from './random.ts'

export interface InventedPerson {
  familyName: string
  firstName: string | null
  isWoman: boolean
  title: string | null
  dateOfBirth: CalendarDate | null
  nhsNumber: string | null
  addressLine1: string
  town: string
  postcode: string | null
  phoneHome: string | null
  phoneMobile: string | null
  ethnicityPlace: number
  /** Place in the list of practices; null when none is recorded. */
  practice: number | null
}

/** The n-th valid NHS number of the test range 999; never one of a real person. */
const numbers = function* (): Generator<string> {
  for (let nine = 999_000_100; nine < 1_000_000_000; nine += 1) {
    const check = checkDigitOf(`${nine}0`)
    if (check < 10) yield `${nine}${check}`
  }
}

const all = stocks.flatMap((stock) => Array.from({ length: stock.weight }, () => stock))

/** Invented people, the same for the same seed and day: two women to one man, 62 to 98 years old. */
export const inventPeople = function* (random: Random, today: CalendarDate): Generator<InventedPerson> {
  for (const nhsNumber of numbers()) {
    const stock = random.pick(all)
    const isWoman = random.chance(0.66)
    const age = random.between(62, 98)
    const isUnknown = random.chance(0.03)
    yield {
      familyName: random.pick(stock.family),
      firstName: random.chance(0.01) ? null : random.pick(isWoman ? stock.women : stock.men),
      isWoman,
      title: random.chance(0.12)
        ? null
        : isWoman
          ? random.pick(['Mrs', 'Mrs', 'Miss', 'Ms', 'Dr'])
          : random.pick(['Mr', 'Mr', 'Mr', 'Dr', 'Rev']),
      dateOfBirth: random.chance(0.02)
        ? null
        : addDays(today, -Math.round(age * 365.25) - random.between(0, 360)),
      nhsNumber: isUnknown ? null : nhsNumber,
      addressLine1: `${random.between(1, 120)} ${random.pick(streets)}`,
      town: random.pick(towns),
      postcode: random.chance(0.04)
        ? null
        : `ZZ${random.between(10, 99)} ${random.between(1, 9)}${random.pick(['AB', 'CD', 'EF', 'GH', 'JK'])}`,
      phoneHome: random.chance(0.2) ? null : `01632 960${String(random.between(0, 999)).padStart(3, '0')}`,
      phoneMobile: random.chance(0.5) ? null : `07700 900${String(random.between(0, 999)).padStart(3, '0')}`,
      ethnicityPlace: random.between(0, 17),
      practice: random.chance(0.05) ? null : random.between(0, practices.length - 1),
    }
  }
}
