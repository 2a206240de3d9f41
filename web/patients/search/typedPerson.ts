import { useEffect, useState } from 'react'
import { foldName } from '../../../contract/platform/words/fold.ts'
import { digitsOf, isNhsNumber } from '../../../contract/platform/fields/nhsNumber.ts'
import {
  isWholePostcode,
  postcodeInWords,
  type SearchTerms,
} from '../../../contract/patients/search/searchText.ts'
import { onSignOut } from '../../platform/session/session.ts'

/** What a user typed to find a person who is then registered, as initial values of the form. */
export interface TypedPerson {
  familyName?: string
  firstName?: string
  dateOfBirth?: string
  nhsNumber?: string
  genderId?: string
}

/** How to reach a person, for the page that asks for it at once. */
export interface TypedContact {
  postcode?: string
  phoneHome?: string
  phoneMobile?: string
}

export interface Typed {
  person: TypedPerson
  contact?: TypedContact
  /** Names that do not show which one is the family name: the form asks. */
  names?: string
}

/**
 * In memory only, between clicking the link and the form: nothing of it is in the address or stored by the browser
 * (DP-7).
 */
let brought: Typed = { person: {} }
onSignOut(() => forget())

export const bringTyped = (typed: Typed): void => {
  brought = typed
}

const forget = (): void => {
  brought = { person: {} }
}

/** The initial values of a form. The next form starts empty. */
export const useTyped = (): Required<Typed> => {
  const [typed] = useState(() => brought)
  useEffect(forget, [])
  return { contact: {}, names: '', ...typed }
}

/** Words that begin a family name of several words. */
const particles = new Set(
  'al ap ben bin da de del della den der di dos du el la le mac mc ni nic o st ten ter van von'.split(' '),
)

export type BothNames = Required<Pick<TypedPerson, 'familyName' | 'firstName'>>

/** Those of them that are also given names, mostly short forms. */
const calledToo = new Set('al ben del den di nic'.split(' '))

/**
 * How many of the leading words begin a family name, as in 'van der Berg Anneke'. Ben Ashworth has none, ben Horin has
 * one.
 */
const leading = (words: readonly string[]): number => {
  const [first = '', second = ''] = words
  const name = words.slice(0, -1).findIndex((word) => !particles.has(foldName(word)))
  const begin = name === -1 ? words.length - 1 : name
  const mayBeCalled = calledToo.has(foldName(first)) || (begin === 1 && foldName(first) === 'van')
  const isWrittenSmall = first === first.toLowerCase() && second !== second.toLowerCase()
  return mayBeCalled && !isWrittenSmall ? 0 : begin
}

/**
 * Reads a name with one family name, before a comma or after one of those words: 'Pomfret, Ivy', 'Anneke van der Berg'.
 * Null for any other two words.
 */
const nameOf = (name: string): TypedPerson | null => {
  const [family = '', given = ''] = name.split(',').map((part) => part.trim())
  if (given !== '') return { familyName: family, firstName: given }
  const words = family.split(/\s+/)
  const begin = leading(words)
  // Nothing follows the last word, so it cannot begin a family name.
  const particle = words.slice(0, -1).findIndex((word, at) => at > 0 && particles.has(foldName(word)))
  if (begin === 0 && particle > 0)
    return { familyName: words.slice(particle).join(' '), firstName: words.slice(0, particle).join(' ') }
  return words.length <= begin + 1 ? { familyName: family } : null
}

/** The two ways to read names in a row: the family name last, and the family name first. */
export const waysToRead = (names: string): readonly [BothNames, BothNames] => {
  const words = names.replaceAll(',', ' ').trim().split(/\s+/)
  const front = Math.min(leading(words) + 1, Math.max(words.length - 1, 1))
  return [
    { familyName: words.at(-1) ?? '', firstName: words.slice(0, -1).join(' ') },
    { familyName: words.slice(0, front).join(' '), firstName: words.slice(front).join(' ') },
  ]
}

/**
 * The only reading in which every first name is on the list and the family name is not; null if neither or both fit.
 */
export const knownWay = (names: string, isFirstName: (word: string) => boolean): BothNames | null => {
  const right = waysToRead(names).filter(
    ({ familyName, firstName }) => !isFirstName(familyName) && firstName.split(' ').every(isFirstName),
  )
  return right.length === 1 ? (right[0] ?? null) : null
}

/** The names that the form must ask about; empty if the name can be read in one way. */
export const namesToAsk = ({ name }: SearchTerms): Pick<Typed, 'names'> =>
  name !== '' && nameOf(name) === null ? { names: name } : {}

export const personOfTerms = ({ name, born, nhsNumber }: SearchTerms): TypedPerson => {
  const [day = '', ...others] = born
  return {
    ...(name !== '' && nameOf(name)),
    ...(day.length === 8 &&
      others.length === 0 && { dateOfBirth: `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}` }),
    ...(nhsNumber !== null && isNhsNumber(nhsNumber) && { nhsNumber }),
  }
}

/** Only complete values: half a postcode or the last digits of a number are for searching, not for a record. */
export const contactOfTerms = ({ postcode, telephone }: SearchTerms): TypedContact => ({
  ...(postcode !== null && isWholePostcode(postcode) && { postcode: postcodeInWords(postcode) }),
  ...(telephone !== null &&
    /^0\d{9,10}$/.test(telephone) &&
    (telephone.startsWith('07') ? { phoneMobile: telephone } : { phoneHome: telephone })),
})

interface Details {
  familyName?: string | null | undefined
  firstName?: string | null | undefined
  dateOfBirth?: string | null | undefined
  gender?: string | number | null | undefined
}

export const personOfDetails = ({ familyName, firstName, dateOfBirth, gender }: Details): TypedPerson => ({
  ...(familyName && { familyName }),
  ...(firstName && { firstName }),
  ...(dateOfBirth && { dateOfBirth }),
  ...(gender && { genderId: String(gender) }),
})

/** For the search by number: ten digits, valid or not, so that the form says what is wrong with them. */
export const personOfNumber = (nhsNumber: string): TypedPerson => ({ nhsNumber: digitsOf(nhsNumber) })
