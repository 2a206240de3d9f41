import { hasDirection } from './textDirection.ts'
import { Blob, Buffer as TextBuffer, Face, Feature, Font, shape } from 'harfbuzzjs'

/** A line of signs in the shape in which pdfkit takes it from fontkit: in units of the font, from left to right. */
export interface ShapedText {
  glyphs: { id: number; advanceWidth: number; codePoints: number[] }[]
  positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[]
  advanceWidth: number
}

/** A sign that is moved ends the word for a reader of PDFs that turns it round. */
const withoutKerning = [new Feature('kern', 0)]

/** What stands for a glyph without a character of its own, such as the dots of a letter: readers of PDFs leave it out. */
const noSign = 0x200b

/**
 * Joins and orders the signs of a text as its script asks, by HarfBuzz, for one font file. The characters of a group, such as a
 * letter with its dots, are kept with its widest glyph, so that the text can be read back.
 * @param advanceOf how far a glyph moves what follows
 */
export const shaperOf = (
  file: Uint8Array,
  advanceOf: (glyph: number) => number,
): ((text: string) => ShapedText) => {
  const font = new Font(new Face(new Blob(file)))
  return (text) => {
    const isBackwards = hasDirection(text)
    const buffer = new TextBuffer()
    buffer.addText(text)
    buffer.guessSegmentProperties()
    shape(font, buffer, isBackwards ? withoutKerning : [])
    const found = buffer.getGlyphInfos()
    const starts = [...new Set(found.map(({ cluster }) => cluster))].toSorted((one, other) => one - other)
    const charactersFrom = (start: number): number[] => {
      const end = starts[starts.indexOf(start) + 1] ?? text.length
      const points = Array.from(text.slice(start, end), (character) => character.codePointAt(0) ?? 0)
      // Readers of PDFs turn round what is written from right to left, sign by sign and letter by letter.
      return isBackwards ? points.toReversed() : points
    }
    const positions = buffer
      .getGlyphPositions()
      .map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({ xAdvance, yAdvance, xOffset, yOffset }))
    const glyphs = found.map(({ codepoint: id, cluster }) => ({ id, cluster, advanceWidth: advanceOf(id) }))
    const widest = new Map<number, (typeof glyphs)[number]>()
    for (const glyph of glyphs) {
      const other = widest.get(glyph.cluster)
      if (other === undefined || other.advanceWidth < glyph.advanceWidth) widest.set(glyph.cluster, glyph)
    }
    return {
      glyphs: glyphs.map((glyph) => ({
        id: glyph.id,
        advanceWidth: glyph.advanceWidth,
        codePoints: widest.get(glyph.cluster) === glyph ? charactersFrom(glyph.cluster) : [noSign],
      })),
      positions,
      // pdfkit scales the positions in place, and asks for the sum afterwards.
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
      },
    }
  }
}
