import { hasDirection } from './textDirection.ts'
import { Blob, Buffer as TextBuffer, Face, Feature, Font, shape } from 'harfbuzzjs'

/** A shaped line of glyphs in the form that pdfkit expects from fontkit: in font units, from left to right. */
export interface ShapedText {
  glyphs: { id: number; advanceWidth: number; codePoints: number[] }[]
  positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[]
  advanceWidth: number
}

/** A PDF reader that reverses right-to-left text takes a kerned glyph for the end of a word. */
const withoutKerning = [new Feature('kern', 0)]

/** Stands for a glyph without a character of its own, such as the dots of a letter. PDF readers leave it out. */
const noSign = 0x200b

/**
 * Has HarfBuzz join and order the glyphs of a text as its script requires, for one font file. The characters of a
 * cluster, such as a letter with its dots, are assigned to its widest glyph, so that the text can be extracted.
 * @param advanceOf the advance width of a glyph
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
      // PDF readers reverse right-to-left text, both the glyphs and the letters of each glyph.
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
      // pdfkit scales the positions in place and reads the sum afterwards.
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
      },
    }
  }
}
