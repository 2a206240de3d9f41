import { usualFace, type Face, type Weight } from './fontFiles.ts'
import type { Fonts, Run, WeightedText } from './fonts.ts'

export interface Style {
  size: number
  weight: Weight
  colour?: string
}

export const ink = '#212b32'

const useFace = (document: PDFKit.PDFDocument, { name, font }: Face, size: number): PDFKit.PDFDocument =>
  // pdfkit's types are those of an older version and do not include fonts that are already loaded.
  document
    .registerFont(name, font as never)
    .font(name)
    .fontSize(size)

/**
 * Text in other scripts is shaped as a whole. pdfkit would shape each word separately, and order the words as in
 * English.
 */
const shapingOf = ({ face, weight }: Run): { features?: [] } =>
  face === usualFace(weight) ? {} : { features: [] }

export const widthOf = (
  document: PDFKit.PDFDocument,
  fonts: Fonts,
  text: string,
  { size, weight }: Style,
): number =>
  fonts
    .runsOf([{ text, weight }])
    .reduce((sum, run) => sum + useFace(document, run.face, size).widthOfString(run.text, shapingOf(run)), 0)

/** Draws a line of text. @param y the top of the letters */
export const writeText = (
  document: PDFKit.PDFDocument,
  fonts: Fonts,
  pieces: readonly WeightedText[],
  x: number,
  y: number,
  { size, colour = ink }: Omit<Style, 'weight'>,
): void => {
  let at = x
  document.fillColor(colour)
  // pdfkit starts a new page if a text is in the bottom margin.
  const { bottom } = document.page.margins
  document.page.margins.bottom = 0
  const { font } = usualFace(pieces[0]?.weight ?? 400)
  const baseline = y + (font.ascent / font.unitsPerEm) * size
  for (const run of fonts.runsOf(pieces)) {
    const shaping = shapingOf(run)
    if (run.actual !== null) document.markContent('Span', { actual: run.actual })
    useFace(document, run.face, size).text(run.text, at, baseline, {
      lineBreak: false,
      baseline: 'alphabetic',
      ...shaping,
    })
    if (run.actual !== null) document.endMarkedContent()
    at += document.widthOfString(run.text, shaping)
  }
  document.page.margins.bottom = bottom
}
