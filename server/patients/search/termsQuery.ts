import { foldName } from '../../../contract/platform/words/fold.ts'
import { nameWords, type SearchTerms } from '../../../contract/patients/search/searchText.ts'

/*
 * Builds conditions on the columns `search_terms` of patients and organisations (migration 0045), whose GIN indexes
 * find words by their beginnings.
 */

/**
 * Up to this many words are also joined with their neighbours, so that MacGiolla and Mac Giolla find each other. Above
 * that, each word stands alone.
 */
const mostJoined = 5

/** Words of names that are nearly the typed word, by that word; folded. */
export type NearWords = ReadonlyMap<string, readonly string[]>
const none: NearWords = new Map()

/** A tsquery in which no typed character can act as an operator. */
export const patientQuery = (terms: SearchTerms, near: NearWords = none): string =>
  all([
    ...names(terms.name, near),
    ...any(terms.born.map((born) => begins('b:', born))),
    ...(terms.postcode === null ? [] : [postcode(terms.postcode)]),
    ...(terms.nhsNumber === null
      ? []
      : any([word('h:', terms.nhsNumber), begins('t:', backwards(terms.nhsNumber))])),
    ...(terms.telephone === null ? [] : [begins('t:', backwards(terms.telephone))]),
  ])

/** Every word begins a word of the name, the code or the postcode; null if there are no words. */
export const organisationQuery = (typed: string): string | null => {
  const words = foldedWords(typed)
  return words.length === 0 ? null : joinedWays(words, (each) => begins('', each))
}

/** The words that a name may contain, and neighbouring words joined together; folded. */
export const foldedRuns = ({ name }: SearchTerms): string[] => {
  const words = foldedWords(name)
  if (words.length > mostJoined) return words
  return words.flatMap((_, from) =>
    words.slice(from).map((_, more) => words.slice(from, from + more + 1).join('')),
  )
}

/** All the words of a name; null if there are none. */
export const wordsQuery = (name: string): string | null => names(name, none)[0] ?? null

/** Any of the words of the names searched for, to find patients who may have had one before; null if there are none. */
export const anyWordQuery = (terms: SearchTerms): string | null =>
  any(foldedRuns(terms).map((each) => begins('n:', each)))[0] ?? null

/** A name that begins with the key, which must be folded, as a condition on `later_name_terms` (migration 0095). */
export const beginningOfName = (kind: string, key: string): string => begins(kind, key)

/**
 * Maximum letters of a word that is searched for by its beginning: fewer than the 500 that the database stores
 * (migration 0045).
 */
const mostLetters = 200

const foldedWords = (name: string): string[] => nameWords(name).map(foldName)

const names = (name: string, near: NearWords): string[] => {
  const words = foldedWords(name)
  if (words.length === 0) return []
  return [
    joinedWays(words, (each) =>
      either([begins('n:', each), ...(near.get(each) ?? []).map((other) => word('n:', other))]),
    ),
  ]
}

/** All the words, each alone or joined with its neighbours, in every combination. */
const joinedWays = (words: readonly string[], condition: (word: string) => string): string => {
  const most = words.length <= mostJoined ? words.length : 1
  const from = (place: number): string =>
    either(
      Array.from({ length: Math.min(most, words.length - place) }, (_, more) => {
        const end = place + more + 1
        const here = condition(words.slice(place, end).join(''))
        return end === words.length ? here : all([here, from(end)])
      }),
    )
  return from(0)
}

const postcode = (typed: string): string => {
  const folded = foldName(typed)
  // M1 does not match M14 6AB by its beginning; longer input does.
  return /^[a-z]{1,2}\d[a-z\d]?$/.test(folded) ? word('o:', folded) : begins('p:', folded)
}

const backwards = (digits: string): string => [...digits].reverse().join('')

const word = (kind: string, text: string): string => `'${(kind + text).replaceAll(/['\\]/g, '$&$&')}'`
const begins = (kind: string, text: string): string => `${word(kind, text.slice(0, mostLetters))}:*`
const any = (conditions: readonly string[]): string[] => (conditions.length === 0 ? [] : [either(conditions)])
const either = (conditions: readonly string[]): string =>
  conditions.length === 1 ? String(conditions[0]) : `(${conditions.join(' | ')})`
const all = (conditions: readonly string[]): string => conditions.join(' & ')
