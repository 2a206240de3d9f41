import { syllable } from 'syllable'
import { describe, expect, it } from 'vitest'
import {
  fillIn,
  mergeFields,
  unknownFields,
  type MergeFieldName,
} from '../../contract/care/letters/mergeFields.ts'
import { hasLooseBraces, openPart } from '../../contract/care/letters/templateWords.ts'
import { firstTemplates } from './letterTemplates.ts'

/** Kinds of person and appointment for which a template has specific wording. */
const situations: [what: string, without: readonly MergeFieldName[]][] = [
  ['everything recorded', []],
  ['no exercise and no equipment', ['exercised', 'hasEquipment']],
  ['a visit', ['clinicVisit', 'telephoneCall']],
  ['a clinic', ['homeVisit', 'telephoneCall']],
  ['a call', ['homeVisit', 'clinicVisit']],
]

/** Names, days and numbers do not make a text harder to read. */
const filledIn = (text: string, without: readonly MergeFieldName[]): string =>
  fillIn(
    text,
    Object.fromEntries(
      Object.keys(mergeFields).map((name) => [name, without.some((each) => each === name) ? null : 'Ann']),
    ),
    () => '',
  )

/**
 * Flesch-Kincaid grade level (Kincaid and others, 1975). Children aged 9 to 10 are in grade 4. A heading, a list item
 * and a line each count as a sentence.
 */
const gradeOf = (text: string): number => {
  const sentences = text
    .split(/(?<=[.!?:])\s|\n/)
    .map((sentence) => sentence.replace(/^(#+|-) /, '').trim())
    .filter((sentence) => /[a-z]/i.test(sentence))
  const words = sentences.flatMap((sentence) => sentence.split(/\s+/))
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllable(words.join(' ')) / words.length) - 15.59
}

it('measures what it is said to measure', () => {
  expect(gradeOf('The cat sat on the mat. It was warm.')).toBeLessThan(1)
  expect(
    gradeOf('Please contact the multidisciplinary team regarding orthostatic hypotension.'),
  ).toBeGreaterThan(12)
})

describe.each(firstTemplates.map((template) => [template.name, template] as const))('%s', (_, template) => {
  const words = `${template.title}\n${template.body}`

  it('names fields that there are, and ends the parts that it begins', () => {
    expect(unknownFields(words)).toEqual([])
    expect(hasLooseBraces(words)).toBe(false)
    expect(openPart(words)).toBe(null)
  })

  if (template.recipient === 'patient')
    it.each(situations)('is read by somebody of 9 years: %s', (_what, without) => {
      expect(gradeOf(filledIn(template.body, without))).toBeLessThan(4)
    })
})
