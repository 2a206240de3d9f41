import { describe, expect, it } from 'vitest'
import { languages } from '../../../../contract/care/person/language.ts'
import { wordsOf } from './words.ts'

/** Each sentence of a file under its name, such as 'waiting.range'. */
const sentencesOf = (words: object, under = ''): Map<string, string> =>
  new Map(
    Object.entries(words).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'string'
        ? [[`${under}${name}`, value] as const]
        : [...sentencesOf(value as object, `${under}${name}.`)],
    ),
  )

const placesIn = (sentence: string): string[] =>
  [...sentence.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted()

const english = sentencesOf(wordsOf.en)

describe.each(languages.filter(({ code }) => code !== 'en'))('the words in $own', ({ code }) => {
  const words = sentencesOf(wordsOf[code])

  it('are those of English, by name', () => {
    expect([...words.keys()].toSorted()).toEqual([...english.keys()].toSorted())
  })

  it('have the same places for values', () => {
    const differ = [...english].filter(
      ([name, sentence]) => placesIn(words.get(name) ?? '').join() !== placesIn(sentence).join(),
    )
    expect(differ.map(([name]) => name)).toEqual([])
  })

  it('say nothing empty', () => {
    const empty = [...words].filter(([, sentence]) => sentence.trim() === '').map(([name]) => name)
    expect(empty.filter((name) => name !== 'frame.draft')).toEqual([])
  })
})
