import { readTelephone } from '../../../contract/platform/fields/telephone.ts'
import { doubleMetaphone } from 'double-metaphone'
import { distance as between } from 'fastest-levenshtein'
import { isCalendarDate } from '../../../contract/platform/dates/dates.ts'
import { foldName } from '../../../contract/platform/words/fold.ts'
import { areOneName } from './nicknames.ts'

/*
 * Whether two records may be of one person (CS-2, decision 73). These are pure functions of what identifies a person,
 * so that registering and the list of possible duplicates apply the same rules.
 */

export interface NameOfPerson {
  familyName: string
  firstName: string | null
}

/** What identifies a person, as recorded. */
export interface Identity extends NameOfPerson {
  /** Former names of the record. */
  formerNames: readonly NameOfPerson[]
  dateOfBirth: string | null
  addressLine1: string | null
  postcode: string | null
  telephones: readonly (string | null)[]
}

/**
 * Why two records may be of one person, in words, and how far apart their names are. The smallest distance comes first.
 */
export interface Likeness {
  reasons: string[]
  distance: number
}

/** With the same date of birth, names that differ by up to this many letters may be one person's. */
const closeEnough = 2

const levels = { different: 0, missing: 1, initial: 2, alike: 3, same: 4 } as const
type Level = (typeof levels)[keyof typeof levels]

/** Null if nothing suggests that they are one person. */
export const likenessOf = (one: Identity, other: Identity): Likeness | null => {
  const names = compareNames(one, other)
  const birth = compareBirths(one.dateOfBirth, other.dateOfBirth)
  const place = comparePlaces(one, other)
  return asks(names, birth, place)
    ? { distance: names.distance, reasons: [...names.reasons, ...birth.reasons, ...place.reasons] }
    : null
}

const asks = (names: Names, { level: birth }: Birth, place: Place): boolean => {
  const { family, first } = names
  const areAlike = family >= levels.alike && first >= levels.alike
  const isReached = place.telephone || place.address
  switch (birth) {
    case 'same':
      return (
        names.distance <= closeEnough ||
        (family >= levels.alike && first >= levels.missing) ||
        // A different family name: the person may have married.
        (first >= levels.alike && (isReached || place.postcode))
      )
    case 'near':
      return (
        (family === levels.same && first >= levels.initial) ||
        (family >= levels.alike && first === levels.same) ||
        (areAlike && isReached)
      )
    case 'unknown':
      return names.distance === 0 || (areAlike && (isReached || place.postcode))
    case 'partly':
      return areAlike && isReached
    case 'different':
      return false
  }
}

/* Names */

interface Names {
  family: Level
  first: Level
  /** The number of letters by which the present names differ, also with family and first name swapped. */
  distance: number
  reasons: string[]
}

const compareNames = (one: Identity, other: Identity): Names => {
  const now = compareWritten(one, other)
  const earlier = [
    ...other.formerNames.map((name) => compareWritten(one, name)),
    ...one.formerNames.map((name) => compareWritten(name, other)),
  ]
  const best = earlier.toSorted((a, b) => b.family + b.first - a.family - a.first)[0]
  return best !== undefined && best.family + best.first > now.family + now.first
    ? { ...best, reasons: ['A former name'] }
    : now
}

const compareWritten = (one: NameOfPerson, other: NameOfPerson): Names => {
  const straight = compareInOrder(one, other)
  if (one.firstName === null || other.firstName === null) return straight
  const swapped = compareInOrder(one, { familyName: other.firstName, firstName: other.familyName })
  return swapped.distance <= closeEnough && swapped.distance < straight.distance
    ? { ...swapped, reasons: ['Family and first name the other way round'] }
    : straight
}

const compareInOrder = (one: NameOfPerson, other: NameOfPerson): Names => {
  const families = [foldName(one.familyName), foldName(other.familyName)] as const
  const firsts = [foldName(one.firstName ?? ''), foldName(other.firstName ?? '')] as const
  const family = familyLevel(one, other, families)
  const first = firstLevel(one, other, firsts)
  const distance = between(...families) + betweenFirst(...firsts)
  const isSame = family === levels.same && first === levels.same
  return { family, first, distance, reasons: [isSame ? 'Same name' : 'Names alike'] }
}

/** A missing first name says little, so it counts as half the allowed distance. */
const betweenFirst = (a: string, b: string): number =>
  (a === '') === (b === '') ? between(a, b) : closeEnough / 2

/** The keys of a name, as the database stores them for searches. */
interface NameKeys {
  family: string
  first: string
}

/**
 * Returns a test for the names of others who were born on the same day or near it. It says whether this person may be a
 * duplicate by name, without a place in common, and so decides whose records are read. It accepts some people who are
 * no duplicates, because a key does not show where its name was divided, but never rejects one who is.
 */
export const askedByName = (one: Identity): ((other: NameKeys) => boolean) => {
  const names = [one, ...one.formerNames].map(({ familyName, firstName }) => {
    const [family, first] = [foldName(familyName), foldName(firstName ?? '')]
    return { family, first, parts: partsOf(familyName), sounds: soundsOf(family) }
  })
  const mayBeAlike = ({ family, parts, sounds }: (typeof names)[number], other: string): boolean =>
    family === other ||
    areAFewLettersApart(family, other) ||
    parts.includes(other) ||
    (family.length > 2 && other.includes(family)) ||
    shareSound(sounds, soundsOf(other), 2)
  return (other) =>
    names.some(
      (name) =>
        mayBeAlike(name, other.family) ||
        between(name.family, other.family) + betweenFirst(name.first, other.first) <= closeEnough ||
        between(name.family, other.first) + betweenFirst(name.first, other.family) <= closeEnough,
    )
}

const familyLevel = (one: NameOfPerson, other: NameOfPerson, [a, b]: readonly [string, string]): Level => {
  if (a === b) return levels.same
  if (soundAlike(a, b, 2) || areAFewLettersApart(a, b)) return levels.alike
  const [ofOne, ofOther] = [partsOf(one.familyName), partsOf(other.familyName)]
  // Smith and Smith-Jones: one part of a double name.
  const isPart = (parts: readonly string[], whole: string): boolean =>
    parts.length > 1 && parts.some((part) => part.length > 2 && part === whole)
  return isPart(ofOne, b) || isPart(ofOther, a) ? levels.alike : levels.different
}

const firstLevel = (one: NameOfPerson, other: NameOfPerson, [a, b]: readonly [string, string]): Level => {
  if (a === b) return levels.same
  if (a === '' || b === '') return levels.missing
  const [ofOne = a, ofOther = b] = [partsOf(one.firstName ?? '')[0], partsOf(other.firstName ?? '')[0]]
  if (ofOne.length === 1 || ofOther.length === 1)
    return ofOne.slice(0, 1) === ofOther.slice(0, 1) ? levels.initial : levels.different
  // Mary and Mary Ann; Peggy and Margaret; Catherine and Kathryn.
  // Not John and Jean, who are husband and wife more often than one person.
  if (ofOne === ofOther || areOneName(ofOne, ofOther) || soundAlike(ofOne, ofOther, 3)) return levels.alike
  return levels.different
}

const partsOf = (name: string): string[] =>
  name
    .split(/[\s\-\u2010-\u2015\u2043\u2212\u2E3A\u2E3B.,/()]+/)
    .map(foldName)
    .filter(Boolean)

/** Long names may differ by two letters, short ones by one. */
const areAFewLettersApart = (a: string, b: string): boolean => {
  const length = Math.min(a.length, b.length)
  return length >= 4 && between(a, b) <= (length >= 7 ? 2 : 1)
}

/**
 * Whether two names may be the same name, written as it was heard.
 * @param fewest how many consonants they must share: Lee has only one, which says too little
 */
const soundAlike = (a: string, b: string, fewest: number): boolean =>
  shareSound(soundsOf(a), soundsOf(b), fewest)

const shareSound = (some: readonly string[], others: readonly string[], fewest: number): boolean =>
  some.some((sound) => sound.length >= fewest && others.includes(sound))

/** Caches what names sound like, since most people have one of a few names. It is emptied when it is full. */
const heard = new Map<string, readonly string[]>()
const mostHeard = 10_000

/** McCloud sounds like Macleod. */
const soundsOf = (name: string): readonly string[] => {
  const known = heard.get(name)
  if (known !== undefined) return known
  const sounds = doubleMetaphone(name.replace(/^ma?cc?(?=[a-z]{3})/, 'mac'))
  if (heard.size >= mostHeard) heard.clear()
  heard.set(name, sounds)
  return sounds
}

/* Dates of birth */

interface Birth {
  level: 'same' | 'near' | 'partly' | 'unknown' | 'different'
  reasons: string[]
}

const compareBirths = (one: string | null, other: string | null): Birth => {
  if (one === null || other === null) return { level: 'unknown', reasons: [] }
  if (one === other) return { level: 'same', reasons: ['Same date of birth'] }
  if (swappedBirth(one) === other) return { level: 'near', reasons: ['Day and month of birth swapped'] }
  if (nearYears(one).includes(other)) return { level: 'near', reasons: ['Year of birth one off'] }
  const [a, b] = [one.split('-'), other.split('-')]
  return a.filter((part, at) => part === b[at]).length === 2
    ? { level: 'partly', reasons: ['Date of birth alike'] }
    : { level: 'different', reasons: [] }
}

const swappedBirth = (born: string): string => {
  const [year, month, day] = born.split('-')
  return `${year}-${day}-${month}`
}

const nearYears = (born: string): string[] => {
  const year = Number(born.slice(0, 4))
  return [year - 1, year + 1].map((other) => `${String(other).padStart(4, '0')}${born.slice(4)}`)
}

/** The date of birth itself and the real dates that may be a mistyping of it. */
export const birthsNear = (born: string | null): string[] => {
  if (born === null) return []
  return [...new Set([born, swappedBirth(born), ...nearYears(born)])].filter(isCalendarDate)
}

/* Telephone, address and postcode */

interface Place {
  telephone: boolean
  address: boolean
  postcode: boolean
  reasons: string[]
}

const comparePlaces = (one: Identity, other: Identity): Place => {
  const numbers = new Set(telephonesOf(one))
  const telephone = telephonesOf(other).some((number) => numbers.has(number))
  const code = compactPostcode(one.postcode)
  const postcode = code !== null && code === compactPostcode(other.postcode)
  const address = postcode && isSameHouse(one.addressLine1 ?? '', other.addressLine1 ?? '')
  return {
    ...{ telephone, address, postcode },
    reasons: [
      ...(telephone ? ['Same telephone'] : []),
      ...(address ? ['Same address'] : postcode ? ['Same postcode'] : []),
    ],
  }
}

/** Compares the house numbers if both lines have one, otherwise the whole line. */
const isSameHouse = (one: string, other: string): boolean => {
  const [a, b] = [/^\s*(\d+\s*[a-z]?)\b/i.exec(one)?.[1], /^\s*(\d+\s*[a-z]?)\b/i.exec(other)?.[1]]
  if (a !== undefined && b !== undefined) return foldName(a) === foldName(b)
  return foldName(one) !== '' && foldName(one) === foldName(other)
}

/** A telephone number needs this many digits to be compared. */
const fewestDigits = 7

/** Digits only, with 0 in place of +44, as the database stores them for searches. */
export const telephonesOf = ({ telephones }: Pick<Identity, 'telephones'>): string[] =>
  telephones.flatMap((given) => {
    const number = readTelephone(given ?? '')?.number ?? given ?? ''
    const digits = number.replaceAll(/\D/g, '').replace(/^(00)?440?(?=\d{9,10}$)/, '0')
    return digits.length < fewestDigits ? [] : [digits]
  })

/** The form that the database stores for searches; null if it is not a postcode. */
export const compactPostcode = (given: string | null): string | null => {
  const folded = foldName(given ?? '')
  return /^[a-z0-9]{5,8}$/.test(folded) ? folded : null
}
