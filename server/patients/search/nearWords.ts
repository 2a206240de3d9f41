import { distance as between } from 'fastest-levenshtein'
import { sql as raw, type Kysely } from 'kysely'
import type { DB } from '../../platform/db/types.ts'
import type { NearWords } from './termsQuery.ts'

/** More near words than these would bring in too many people. */
const mostNearWords = 30

/** A word of this many letters or more may have two letters wrong, a shorter one one. */
const longFrom = 6

/**
 * The entries of the index `name_word_by_pieces` that a near word of the typed one can have. A stored word has three
 * pieces (`name_pieces` in the database), so two wrong letters leave one of them unchanged: the first piece at the start
 * of the typed word, the last at its end, or the middle one, moved by as many letters as were added or left out before
 * it.
 */
export const piecesNear = (typed: string): string[] => {
  const letters = [...typed]
  const most = letters.length < longFrom ? 1 : 2
  return range(-most, most).flatMap((longer) => {
    const length = letters.length - longer
    const first = Math.floor(length / 3)
    const second = Math.floor((length - first) / 2)
    const piece = (part: number, from: number, to: number): string =>
      `${length}:${part}:${letters.slice(Math.max(0, from), to).join('')}`
    return [
      piece(1, 0, first),
      ...range(-most, most)
        .filter((moved) => Math.abs(moved) + Math.abs(longer - moved) <= most)
        .map((moved) => piece(2, first + moved, first + second + moved)),
      piece(3, letters.length - (length - first - second), letters.length),
    ]
  })
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, place) => from + place)

/**
 * Words of patients' names that nearly match a typed word, folded: one letter is added, missing, different or swapped
 * with its neighbour. In a word of six letters or more, two may be. An index selects the words that can match, and this
 * function those that do.
 * @returns first the words that differ by one letter, then those that differ by one or two
 */
export const findNearWords = async (sql: Kysely<DB>, typed: readonly string[]): Promise<NearWords[]> => {
  const words = typed.filter((word) => word.length >= 3 && !/\d/.test(word))
  if (words.length === 0) return []
  const { rows } = await raw<{ word: string }>`
    /* prepared: find near words */
    select word from name_word
    where pieces && ${words.flatMap(piecesNear)}::text[]`.execute(sql)
  const others = words
    .flatMap((typed) => rows.map(({ word }) => ({ typed, word, letters: lettersBetween(typed, word) })))
    .filter(
      ({ typed, word, letters }) =>
        letters <= ([...typed].length < longFrom ? 1 : 2) && !word.startsWith(typed),
    )
    .sort((a, b) => a.letters - b.letters || (a.word < b.word ? -1 : 1))
  return [1, 2]
    .map((most) => others.filter(({ letters }) => letters <= most))
    .filter((near, round, rounds) => near.length > (rounds[round - 1]?.length ?? 0))
    .map((near) => {
      const byTyped = Map.groupBy(near, (row) => row.typed)
      return new Map(
        [...byTyped].map(([word, all]) => [word, all.slice(0, mostNearWords).map((row) => row.word)]),
      )
    })
}

/** The number of letters that differ; two swapped neighbours count as one. */
const lettersBetween = (a: string, b: string): number => (isSwapped(a, b) ? 1 : between(a, b))

const isSwapped = (a: string, b: string): boolean => {
  const first = [...a].findIndex((letter, place) => letter !== b[place])
  return (
    a.length === b.length &&
    a[first] === b[first + 1] &&
    a[first + 1] === b[first] &&
    a.slice(first + 2) === b.slice(first + 2)
  )
}
