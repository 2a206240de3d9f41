import { foldName } from '../../../contract/platform/words/fold.ts'
import { nameWords, type SearchTerms } from '../../../contract/patients/search/searchText.ts'

/* What is looked for, as a condition on the columns `search_terms` of patients and organisations (migration 0045), whose GIN indexes
 * find words by their beginnings. */

/** Words that are joined with their neighbours, so that MacGiolla and Mac Giolla find each other; of more words each stands alone. */
const mostJoined = 5

/** Words of names that are nearly the word, which is folded. */
export type NearWords = ReadonlyMap<string, readonly string[]>
const none: NearWords = new Map()

/** A tsquery that no letter of what was typed can be an operator of. */
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

/** Every word begins a word of the name, the code or the postcode; null when there is no word. */
export const organisationQuery = (typed: string): string | null => {
  const words = foldedWords(typed)
  return words.length === 0 ? null : joinedWays(words, (each) => begins('', each))
}

/** The words, and words joined with those behind them, that a name may hold; folded. */
export const foldedRuns = ({ name }: SearchTerms): string[] => {
  const words = foldedWords(name)
  if (words.length > mostJoined) return words
  return words.flatMap((_, from) =>
    words.slice(from).map((_, more) => words.slice(from, from + more + 1).join('')),
  )
}

/** All the words of a name; null when there is no word. */
export const wordsQuery = (name: string): string | null => names(name, none)[0] ?? null

/** Any of the words of the names that are looked for, for those who may have had one before; null when there is none. */
export const anyWordQuery = (terms: SearchTerms): string | null =>
  any(foldedRuns(terms).map((each) => begins('n:', each)))[0] ?? null

/** A name that begins with the key, which is folded, as a condition on `later_name_terms` (migration 0095). */
export const beginningOfName = (kind: string, key: string): string => begins(kind, key)

/** Of a word as it is looked for by its beginning: fewer than the 500 that the database keeps (migration 0045). */
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

/** All the words, each alone or joined with its neighbours, in every way. */
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
  // M1 is not the beginning of M14 6AB; what is longer is.
  return /^[a-z]{1,2}\d[a-z\d]?$/.test(folded) ? word('o:', folded) : begins('p:', folded)
}

const backwards = (digits: string): string => [...digits].reverse().join('')

const word = (kind: string, text: string): string => `'${(kind + text).replaceAll(/['\\]/g, '$&$&')}'`
const begins = (kind: string, text: string): string => `${word(kind, text.slice(0, mostLetters))}:*`
const any = (conditions: readonly string[]): string[] => (conditions.length === 0 ? [] : [either(conditions)])
const either = (conditions: readonly string[]): string =>
  conditions.length === 1 ? String(conditions[0]) : `(${conditions.join(' | ')})`
const all = (conditions: readonly string[]): string => conditions.join(' & ')
