import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blocksOf, runsOf } from '../../../../contract/care/letters/letterText.ts'
import { docOf, looksOf, wordsOf, wordsToKeep } from './letterDoc.ts'

const line = fc
  .array(
    fc.constantFrom(
      ...[
        'a',
        'walk',
        'Mrs Ashworth',
        ' ',
        '  ',
        '\t',
        '\u00a0',
        '#',
        '# ',
        '## ',
        '- ',
        '-',
        '*',
        '**',
        '***',
      ],
      ...['{{today}}', '{{ today }}', '{{\n today}}', '{{nobody}}', '{{#goals}}', '{{^goals}}', '{{/goals}}'],
      ...['{{', '}}', '[day]', '\uFFFC', '王', 'é', '🩺', '\r'],
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(''))
const words = fc
  .array(fc.oneof(line, fc.constant(''), fc.string()), { maxLength: 12 })
  .chain((lines) => fc.constantFrom('\n', '\r\n', '\n\n').map((end) => lines.join(end)))

/** The text as it is printed, with adjacent bold runs joined. */
const paperOf = (text: string) =>
  blocksOf(text).map((block) => {
    if (block.kind === 'heading') return [block.kind, runsOf(block.text)]
    return [block.kind, (block.kind === 'list' ? block.items : block.lines).map(runsOf)]
  })

describe('words that the editor reads and writes back', () => {
  it.each([true, false])('are printed the same, with pieces %s', (hasPieces) => {
    fc.assert(
      fc.property(words, (text) => {
        const doc = docOf(text, hasPieces)
        const written = wordsOf(doc)
        // Bold cannot span the parts of a template, because any part may be left out.
        fc.pre(!hasPieces || !/\*\*/.test(text) || !/\{\{\s*[#^/]/.test(text))
        // A field that spans two lines is one piece here, and is filled in before printing.
        if (!hasPieces || !/\{\{[^{}]*\n/.test(text)) expect(paperOf(written)).toEqual(paperOf(text))
        expect(looksOf(docOf(written, hasPieces))).toBe(looksOf(doc))
        expect(wordsOf(docOf(written, hasPieces))).toBe(written)
      }),
      { numRuns: 3_000 },
    )
  })

  it.each([
    ['Dear **Mrs** {{greetingName}},\nthank you.\n\n# Plan\n\n- One\n- **Two**', true],
    ['One\n{{#goals}}\n- Goals: **{{goals}}**\n{{/goals}}\n\n{{^goals}}None.{{/goals}}', true],
    ['# Plan\nWords\n- One\nAfter\n## Goals', false],
    ['2 ** 3 and **bold**, {{nobody}} ***', false],
  ])('%j stays what it is', (text, hasPieces) => {
    expect(wordsOf(docOf(text, hasPieces))).toBe(text)
  })

  it('are the very same where nothing was changed', () => {
    fc.assert(
      fc.property(words, fc.boolean(), (text, hasPieces) => {
        expect(wordsToKeep(docOf(text, hasPieces), text, hasPieces)).toBe(text)
      }),
    )
  })

  it('keep bold on both sides of a part that may be left out', () => {
    const part = {
      type: 'piece' as const,
      attrs: { written: '{{#goals}}' },
      marks: [{ type: 'bold' as const }],
    }
    const word = (text: string) => ({ type: 'text' as const, text, marks: [{ type: 'bold' as const }] })
    const content = [word('one '), part, word(' two')]
    const paragraph = { type: 'paragraph' as const, attrs: { tight: false }, content }
    expect(wordsOf({ type: 'doc', content: [paragraph] })).toBe('**one** {{#goals}} **two**')
  })
})
