import { addDays, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { checkDigitOf } from '../../../contract/platform/fields/nhsNumber.ts'
import { practices, stocks, streets, town } from './names.ts'
import { pickWeighted, type Random } from './random.ts'

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
  /** National code; null if the person was not asked. */
  ethnicity: string | null
  /** Index in the list of practices; null if none is recorded. */
  practice: number | null
}

/** Valid NHS numbers upwards from nine digits. From 999 on they belong to the test range, never to a real person. */
export const nhsNumbersFrom = function* (first: number): Generator<string, never> {
  for (let nine = first; ; nine += 1) {
    const check = checkDigitOf(`${nine}0`)
    if (check < 10) yield `${nine}${check}`
  }
}

/** The first of five years of age, how many of a hundred fallers are of that age, and the share of women among them. */
const ages: readonly (readonly [from: number, weight: number, women: number])[] = [
  [60, 3, 0.52],
  [65, 9, 0.54],
  [70, 16, 0.57],
  [75, 22, 0.6],
  [80, 23, 0.63],
  [85, 17, 0.67],
  [90, 8, 0.71],
  [95, 2, 0.76],
]

/** Invented people of one town. The same seed and day give the same people. */
export const inventPeople = function* (random: Random, today: CalendarDate): Generator<InventedPerson> {
  for (const nhsNumber of nhsNumbersFrom(999_000_100)) {
    const [from, , women] = pickWeighted(random, ages, ([, weight]) => weight)
    const isWoman = random.chance(women)
    const stock = pickWeighted(random, stocks, ({ weight }) => weight)
    const { womensFamily = [], mensFamily = [] } = stock
    const [street, postcode, district] = random.pick(streets)
    const year = from + random.between(0, 4)
    yield {
      familyName: random.pick([...stock.family, ...(isWoman ? womensFamily : mensFamily)]),
      firstName: random.chance(0.004) ? null : random.pick(isWoman ? stock.women : stock.men),
      isWoman,
      title: random.chance(0.06)
        ? null
        : isWoman
          ? random.pick(['Mrs', 'Mrs', 'Mrs', 'Mrs', 'Miss', 'Ms'])
          : random.chance(0.04)
            ? random.pick(['Dr', 'Rev'])
            : 'Mr',
      dateOfBirth: random.chance(0.005)
        ? null
        : addDays(today, -Math.round(year * 365.25) - random.between(1, 364)),
      nhsNumber: random.chance(0.02) ? null : nhsNumber,
      addressLine1: `${random.between(1, 120)} ${street}`,
      town,
      postcode: random.chance(0.01) ? null : postcode,
      phoneHome: random.chance(0.12) ? null : `01632 960${String(random.between(0, 999)).padStart(3, '0')}`,
      phoneMobile: random.chance(0.5) ? null : `07700 900${String(random.between(0, 999)).padStart(3, '0')}`,
      ethnicity: random.chance(0.06) ? null : stock.ethnicity,
      // Everybody's practice is in their part of the town.
      practice: random.chance(0.02) ? null : (district * 3 + random.between(0, 2)) % practices.length,
    }
  }
}
