import { bmiLimits } from './bmi.ts'

/*
 * Reads height and weight as people type them, for the BMI calculator. An ambiguous or impossible value is reported and
 * not used: 1.65 in a box for centimetres once gave a BMI of 249770.
 */

/** The result of reading a box: a value, a message for the user, or null if nothing is typed. */
export type Read =
  | {
      value: number
      /** The number as typed, if it had no unit and was read as kilograms. */
      bare?: number
    }
  | { said: string }
  | null

const inchMetres = 0.0254
const poundKilograms = 0.453_592_37
const poundsOfStone = 14
const inchesOfFoot = 12

const metres = { from: 1, to: 2.3 }
const kilograms = { from: 25, to: 300 }

const within = (value: number, { from, to }: { from: number; to: number }): boolean =>
  value >= from && value <= to

const plain = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/[′’‘]/g, "'")
    .replaceAll(/''|[″“”]/g, '"')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    // Accept a decimal comma. A comma before three digits may separate thousands, so it stays.
    .replace(/(\d),(\d{1,2})(?!\d)/, '$1.$2')

const number = String.raw`(\d{1,4}(?:\.\d{1,3})?)`
const pattern = (unit: string): RegExp => new RegExp(`^${number} ?${unit}$`)
const bare = pattern('')
const centimetreUnit = pattern('(?:cms?|centimet(?:re|er)s?)')
const metreUnit = pattern('(?:m|met(?:re|er)s?)')
const metresAndCentimetres = /^(\d) ?m ?(\d{2}|\d(?= ?cm))(?: ?cms?)?$/
const feetAndInches = new RegExp(`^(\\d) ?(?:'|ft|feet|foot)[ ,.]*(?:${number} ?(?:"|in|ins|inch(?:es)?)?)?$`)
const inchUnit = pattern('(?:"|in|ins|inch(?:es)?)')
const kilogramUnit = pattern('(?:kgs?|kilos?|kilograms?)')
const poundUnit = pattern('(?:lbs?|pounds?)')
const stonesAndPounds = new RegExp(`^(\\d{1,2}) ?(?:st|stones?)[ ,.]*(?:${number} ?(?:lbs?|pounds?)?)?$`)

const found = (pattern: RegExp, text: string): number[] | null => {
  const groups = pattern.exec(text)
  return groups === null ? null : groups.slice(1).map((each) => Number(each ?? 0))
}

const tall = (value: number): Read =>
  within(value, metres)
    ? { value }
    : { said: 'Check the height: it is not between 100 and 230 cm. For example, 165.' }

const heavy = (value: number): Read =>
  within(value, kilograms)
    ? { value }
    : { said: 'Check the weight: it is not between 25 and 300 kg. For example, 70.5.' }

const footHeight = ([feet = 0, inches = 0]: readonly number[]): Read =>
  inches >= inchesOfFoot
    ? { said: 'Check the inches: there are 12 in a foot.' }
    : tall((feet * inchesOfFoot + inches) * inchMetres)

/**
 * Reads a box for centimetres, which also accepts metres, feet and inches.
 * @returns metres
 */
export const readHeight = (typed: string): Read => {
  const text = plain(typed)
  if (text === '') return null
  const [inMetres] = found(metreUnit, text) ?? []
  if (inMetres !== undefined) return tall(inMetres)
  const [inCentimetres] = found(centimetreUnit, text) ?? []
  if (inCentimetres !== undefined) return tall(inCentimetres / 100)
  const [whole, more] = found(metresAndCentimetres, text) ?? []
  if (whole !== undefined && more !== undefined) return tall(whole + more / 100)
  const feet = found(feetAndInches, text)
  if (feet !== null) return footHeight(feet)
  const [inInches] = found(inchUnit, text) ?? []
  if (inInches !== undefined) return tall(inInches * inchMetres)
  const [value] = found(bare, text) ?? []
  if (value === undefined) return { said: 'Enter the height in centimetres, such as 165.' }
  // No height in centimetres is as small a number as a height in metres.
  return tall(within(value, metres) ? value : value / 100)
}

/**
 * Reads a box for kilograms, which also accepts stones and pounds if the unit is typed.
 * @returns kilograms
 */
export const readWeight = (typed: string): Read => {
  const text = plain(typed)
  if (text === '') return null
  const [inPounds] = found(poundUnit, text) ?? []
  if (inPounds !== undefined) return heavy(inPounds * poundKilograms)
  const stones = found(stonesAndPounds, text)
  if (stones !== null) return stoneWeight(stones)
  const [inKilograms] = found(kilogramUnit, text) ?? []
  if (inKilograms !== undefined) return heavy(inKilograms)
  const [value] = found(bare, text) ?? []
  if (value === undefined) return { said: 'Enter the weight in kilograms, such as 70.5.' }
  const read = heavy(value)
  return read !== null && 'value' in read ? { ...read, bare: value } : read
}

const stoneWeight = ([stones = 0, pounds = 0]: readonly number[]): Read =>
  stones > 0 && pounds >= poundsOfStone
    ? { said: 'Check the pounds: there are 14 in a stone.' }
    : heavy((stones * poundsOfStone + pounds) * poundKilograms)

/**
 * Reads boxes for feet and inches; the second may be empty.
 * @returns metres
 */
export const readFeet = (feet: string, inches: string): Read => {
  if (plain(feet) === '' && plain(inches) === '') return null
  const both = found(bare, plain(feet))
  const more = plain(inches) === '' ? [0] : found(bare, plain(inches))
  if (both === null && more !== null && plain(inches) === '') {
    // 5'6 typed in the first box.
    const typed = found(feetAndInches, plain(feet))
    if (typed !== null) return footHeight(typed)
  }
  if (both === null || more === null || !Number.isInteger(both[0]))
    return { said: 'Enter the height as whole feet and inches, such as 5 and 6.' }
  return footHeight([...both, ...more])
}

/**
 * Reads boxes for stones and pounds; either may be empty.
 * @returns kilograms
 */
export const readStones = (stones: string, pounds: string): Read => {
  if (plain(stones) === '' && plain(pounds) === '') return null
  const both = plain(stones) === '' ? [0] : found(bare, plain(stones))
  const more = plain(pounds) === '' ? [0] : found(bare, plain(pounds))
  if (both === null && plain(pounds) === '') {
    const typed = found(stonesAndPounds, plain(stones))
    if (typed !== null) return stoneWeight(typed)
  }
  if (both === null || more === null || !Number.isInteger(both[0]))
    return { said: 'Enter the weight as whole stones and pounds, such as 11 and 4.' }
  return stoneWeight([...both, ...more])
}

const isUsual = (value: number): boolean => value >= bmiLimits.usualFrom && value <= bmiLimits.usualTo

/** The BMI to one decimal place from metres and kilograms; a message if no BMI can have that value. */
export const bmiOf = (height: Read, weight: Read): Read => {
  if (height === null || weight === null) return null
  if ('said' in height || 'said' in weight) return null
  const ofWeight = (kilograms: number): number => Math.round((kilograms / height.value ** 2) * 10) / 10
  const value = ofWeight(weight.value)
  const { bare: typed } = weight
  if (typed !== undefined && value > bmiLimits.usualTo && isUsual(ofWeight(typed * poundKilograms)))
    return {
      said: `A BMI of ${value} is unusual. If the weight is in pounds, enter ${typed} lb; if it is in kilograms, enter ${typed} kg.`,
    }
  if (value < bmiLimits.from || value > bmiLimits.to)
    return {
      said: `This would be a BMI of ${value}, which is not possible: check height and weight, and whether they are metric or imperial.`,
    }
  return { value }
}
