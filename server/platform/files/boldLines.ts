import type { LetterRun } from '../../../contract/care/letters/letterText.ts'
import type { Style } from './drawText.ts'
import type { WeightedText } from './fonts.ts'
import type { PdfLayout } from './pdfLayout.ts'

const boldWeight = 600

/**
 * Wraps a text that is bold in parts to lines of a given width. Words end at spaces, and a word can be bold in part.
 */
export const linesOfRuns = (
  layout: PdfLayout,
  runs: readonly LetterRun[],
  width: number,
  style: Style,
): (readonly WeightedText[])[] => {
  const pieces = runs.map(({ text, bold }) => ({ text, weight: bold ? boldWeight : style.weight }))
  const [only, ...others] = pieces
  if (only === undefined || others.length === 0)
    return layout
      .wrap(only?.text ?? '', width, { ...style, weight: only?.weight ?? style.weight })
      .map((text) => [{ text, weight: only?.weight ?? style.weight }])
  const widthOf = (line: readonly WeightedText[]): number =>
    line.reduce((sum, { text, weight }) => sum + layout.measure(text, { ...style, weight }), 0)
  const lines: (readonly WeightedText[])[] = []
  let line: readonly WeightedText[] = []
  for (const { blank, word } of wordsOf(pieces)) {
    const longer = line.length === 0 ? word : [...line, ...blank, ...word]
    if (widthOf(longer) <= width) {
      line = longer
      continue
    }
    if (line.length > 0) lines.push(line)
    // Cut the word as if all of it were bold: that is the widest case, so every piece fits.
    const cut = layout.wrap(textOf(word), width, { ...style, weight: boldWeight })
    let from = 0
    for (const [place, { length }] of cut.entries()) {
      line = slice(word, from, from + length)
      from += length
      if (place < cut.length - 1) lines.push(line)
    }
  }
  return [...lines, line]
}

const textOf = (pieces: readonly WeightedText[]): string => pieces.map(({ text }) => text).join('')

const slice = (pieces: readonly WeightedText[], from: number, to: number): WeightedText[] => {
  let start = 0
  return pieces.flatMap(({ text, weight }) => {
    const part = text.slice(Math.max(0, from - start), Math.max(0, to - start))
    start += text.length
    return part === '' ? [] : [{ text: part, weight }]
  })
}

interface Word {
  /** The space before the word; empty before the first word. */
  blank: readonly WeightedText[]
  word: readonly WeightedText[]
}

const wordsOf = (pieces: readonly WeightedText[]): Word[] => {
  let from = 0
  return textOf(pieces)
    .split(' ')
    .map((text) => {
      const found = {
        blank: slice(pieces, from - 1, from),
        word: slice(pieces, from, from + text.length),
      }
      from += text.length + 1
      return found
    })
}
