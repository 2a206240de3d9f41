import { addDays } from '../../../contract/platform/dates/dates.ts'
import { pickWeighted, seeded, type Random } from '../../../db/seed/demonstration/random.ts'

/*
 * People at random as a register of older people has them: few names carry many people and many names few, couples share a family
 * name, a telephone and an address, and some are recorded without a date of birth or first name.
 */

export interface RandomPerson {
  familyName: string
  firstName: string | null
  dateOfBirth: string | null
  phoneHome: string | null
  addressLine1: string
  postcode: string
}

/** The most frequent family names of England and Wales, by rank; together about a fifth of all people. */
const frequent =
  'Smith Jones Taylor Williams Brown Davies Evans Wilson Thomas Roberts Johnson Lewis Walker Robinson Wood Thompson White Watson Jackson Wright Green Harris Cooper King Lee Martin Clarke James Morgan Hughes Edwards Hill Moore Clark Harrison Scott Young Morris Hall Ward Turner Carter Phillips Mitchell Patel Adams Campbell Anderson Allen Cook Bailey Parker Miller Davis Murphy Price Bell Baker Griffiths Kelly Simpson Marshall Collins Bennett Cox Richardson Fox Gray Rose Chapman'.split(
    ' ',
  )
const beginnings =
  'Ash Black Brad Broad Burn Chad Clay Comp Cross Darn Dun Eas Ed Fair Farn Gar Green Had Hal Ham Hard Hart Haw Hep High Hol Horn Hurst Ken Kirk Lang Lin Long Mar Mel Mid Mor Nor Oak Old Os Pen Pick Pres Rad Raw Red Rish Rod Rush San Scar Shaw Shep Skel Stan Stap Stock Sut Swin Tat Thorn Tun Up Wad Wal War Web Wes Whit Wil Win Wood'.split(
    ' ',
  )
const endings =
  'worth ley ton by field ford ham wood well den dale gate croft shaw stead burn bridge borough man son ing more ridge combe cliffe hurst wick thwaite bank stone cote grave holme lock low mere ney ster wall'.split(
    ' ',
  )
const women =
  'Margaret Mary Jean Joan Patricia Sheila Barbara Doreen June Shirley Dorothy Joyce Maureen Elizabeth Audrey Brenda Kathleen Sylvia Eileen Pamela Betty Beryl Ann Irene Hilda Edna Vera Marjorie Phyllis Hazel Rita Josephine Constance Gladys Freda Muriel Norma Winifred Mavis Marian Elsie Iris Nora Olive Ruth Christine Janet Judith Valerie Susan'.split(
    ' ',
  )
const men =
  'John William George James Ronald Robert Kenneth Frederick Thomas Albert Eric Edward Arthur Charles Leslie Sidney Frank Peter Dennis Joseph Alan Stanley Ernest Harold Norman Raymond Leonard Alfred Harry Donald Reginald Roy Derek Henry Geoffrey David Gordon Herbert Walter Cyril Jack Richard Douglas Maurice Bernard Gerald Brian Victor Wilfred Francis'.split(
    ' ',
  )

const byRank = (random: Random, names: readonly string[], falls: number): string =>
  pickWeighted(
    random,
    names.map((name, rank) => ({ name, weight: 1 / (rank + 1) ** falls })),
    ({ weight }) => weight,
  ).name

const familyName = (random: Random): string =>
  random.chance(0.21) ? byRank(random, frequent, 0.5) : `${random.pick(beginnings)}${random.pick(endings)}`

const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => String(random.between(0, 9))).join('')

const postcodes = 400

const household = (random: Random) => {
  const place = random.between(1, postcodes)
  return {
    familyName: familyName(random),
    phoneHome: random.chance(0.85) ? `01632 9${digits(random, 5)}` : null,
    addressLine1: `${random.between(1, 60)} ${random.pick(beginnings)} Street`,
    postcode: `ZZ${10 + (place % 80)} ${1 + (place % 9)}${'ABDEFGHJLN'[place % 10]}${'PQRSTUWXYZ'[(place * 7) % 10]}`,
  }
}

const personOf = (random: Random, isWoman: boolean) => ({
  firstName: random.chance(0.02) ? null : byRank(random, isWoman ? women : men, 0.6),
  // Between 65 and 95 years old.
  dateOfBirth: random.chance(0.01) ? null : addDays('1931-06-01', random.between(0, 30 * 365)),
})

/** So many people, every fifth of them with a husband or wife who is registered too. */
export const randomPeople = (count: number, seed: number): RandomPerson[] => {
  const random = seeded(seed)
  const people: RandomPerson[] = []
  while (people.length < count) {
    const home = household(random)
    const isWoman = random.chance(0.62)
    people.push({ ...home, ...personOf(random, isWoman) })
    if (random.chance(0.2)) people.push({ ...home, ...personOf(random, !isWoman) })
  }
  return people.slice(0, count)
}
