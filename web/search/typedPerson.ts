import { useEffect, useState } from 'react'
import { foldName } from '../../contract/fold.ts'
import { digitsOf, isNhsNumber } from '../../contract/nhsNumber.ts'
import { isWholePostcode, postcodeInWords, type SearchTerms } from '../../contract/searchText.ts'
import { onSignOut } from '../session.ts'

/** What was typed to find somebody who then is registered, as the boxes of the form begin. */
export interface TypedPerson {
  familyName?: string
  firstName?: string
  dateOfBirth?: string
  nhsNumber?: string
  genderId?: string
}

/** Where somebody is found, for the page that asks for it at once. */
export interface TypedContact {
  postcode?: string
  phoneHome?: string
  phoneMobile?: string
}

export interface Typed {
  person: TypedPerson
  contact?: TypedContact
}

/** In memory only, between pressing the link and the form: no word of it is in the address or kept by the browser (DP-7). */
let brought: Typed = { person: {} }
onSignOut(() => forget())

export const bringTyped = (typed: Typed): void => {
  brought = typed
}

const forget = (): void => {
  brought = { person: {} }
}

/** What a form begins with; the next one begins empty. */
export const useTyped = (): Required<Typed> => {
  const [typed] = useState(() => brought)
  useEffect(forget, [])
  return { contact: {}, ...typed }
}

/** Words that begin a family name of several. */
const particles = new Set(
  'al ap ben bin da de del della den der di dos du el la le mac mc ni nic o st ten ter van von'.split(' '),
)

/** 'Pomfret, Ivy' and 'Ivy Pomfret' both name her; 'Anneke van der Berg' is Anneke. A guess, which the form shows. */
const nameOf = (name: string): TypedPerson => {
  const [family = '', given = ''] = name.split(',').map((part) => part.trim())
  if (given !== '') return { familyName: family, firstName: given }
  const words = family.split(/\s+/)
  const particle = words.findIndex((word) => particles.has(foldName(word)))
  const begins = particle === -1 ? words.length - 1 : particle
  const firstName = words.slice(0, begins).join(' ')
  return { familyName: words.slice(begins).join(' '), ...(firstName !== '' && { firstName }) }
}

export const personOfTerms = ({ name, born, nhsNumber }: SearchTerms): TypedPerson => {
  const [day = '', ...others] = born
  return {
    ...(name !== '' && nameOf(name)),
    ...(day.length === 8 &&
      others.length === 0 && { dateOfBirth: `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}` }),
    ...(nhsNumber !== null && isNhsNumber(nhsNumber) && { nhsNumber }),
  }
}

/** Only what is whole: half a postcode or the last digits of a number are for looking, not for a record. */
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

/** Of the search by number: ten digits, right or not, so that the form says what is wrong with them. */
export const personOfNumber = (nhsNumber: string): TypedPerson => ({ nhsNumber: digitsOf(nhsNumber) })
