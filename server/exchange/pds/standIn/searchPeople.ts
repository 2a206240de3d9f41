import { foldName } from '../../../../contract/platform/words/fold.ts'
import { tooCommonName } from './people.ts'
import type { StandInPerson } from './person.ts'

export type SearchAnswer = { people: StandInPerson[] } | { fault: string; status: number }

const known = new Set([
  'family',
  'given',
  'birthdate',
  'gender',
  'address-postalcode',
  '_history',
  '_fuzzy-match',
  '_exact-match',
  '_max-results',
])

const squeezed = (text: string | null): string => (text ?? '').replaceAll(/\s/g, '').toUpperCase()

/** Matches as the service does, as far as the product can notice. */
export const searchPeople = (people: readonly StandInPerson[], query: URLSearchParams): SearchAnswer => {
  const birth = query.get('birthdate')
  const family = query.get('family')
  if ([...query.keys()].some((name) => !known.has(name)))
    return { status: 400, fault: 'ADDITIONAL_PROPERTIES' }
  if (birth === null) return { status: 400, fault: 'MISSING_VALUE' }
  if (!/^(eq)?\d{4}-\d{2}-\d{2}$/.test(birth)) return { status: 400, fault: 'INVALID_VALUE' }
  if (family === null) return { status: 400, fault: 'INVALID_SEARCH_DATA' }
  if (foldName(family) === foldName(tooCommonName)) return { status: 200, fault: 'TOO_MANY_MATCHES' }
  const isFuzzy = query.get('_fuzzy-match') === 'true'
  const withHistory = query.get('_history') === 'true'
  const fits = (name: string | null | undefined, asked: string): boolean => {
    const [ours, theirs] = [foldName(name ?? ''), foldName(asked)]
    return isFuzzy ? ours !== '' && ours.slice(0, 3) === theirs.slice(0, 3) : ours === theirs
  }
  const given = query.get('given')
  const postcode = query.get('address-postalcode')
  return {
    people: people.filter(
      (person) =>
        person.replacedBy === undefined &&
        person.dateOfBirth === birth.replace('eq', '') &&
        (fits(person.familyName, family) || (withHistory && fits(person.formerFamilyName, family))) &&
        (given === null || fits(person.firstName, given)) &&
        (query.get('gender') === null || person.gender === query.get('gender')) &&
        (postcode === null || squeezed(person.postcode) === squeezed(postcode)),
    ),
  }
}
