import { formatLongDate } from '../../../contract/platform/words/format.ts'
import { blocksOf, runsOf, type LetterRun } from '../../../contract/care/letters/letterText.ts'
import { signatureOf, type LetterOnPaper } from '../../../contract/care/letters/letter.ts'
import { letterSizes } from '../../../contract/care/letters/recipients.ts'
import { linesOfRuns } from './boldLines.ts'
import type { Style } from './drawText.ts'
import { layOutPdf, type PdfLayout } from './pdfLayout.ts'

const margin = 56
/**
 * Size of the foot in an ordinary letter, the only text smaller than the body. In large print the foot is as large as
 * the body.
 */
const smallestFoot = 9

/**
 * Letters on A4. Each starts on a new page, and each of its pages names its patient. Tagged for screen readers.
 * @param note also printed at the foot of each page
 */
export const renderLetters = (letters: readonly LetterOnPaper[], note: string): Promise<Uint8Array> => {
  const [first] = letters
  if (first === undefined) throw new Error('There is no letter to draw')
  return layOutPdf(
    {
      title: letters.length === 1 ? first.title : `${letters.length} letters`,
      author: first.head.serviceName,
      wide: false,
      printed: '',
      margin,
    },
    (layout) => {
      for (const [place, letter] of letters.entries()) drawLetter(layout, letter, place === 0, note)
    },
  )
}

const drawLetter = (layout: PdfLayout, letter: LetterOnPaper, isFirst: boolean, note: string): void => {
  const { head, to, about, date, size: sizeName, title, body, signedBy, signedAs, identity } = letter
  const size = letterSizes[sizeName]
  const text: Style = { size, weight: 400 }
  const strong: Style = { size, weight: 600 }
  const foot: Style = { size: sizeName === 'largePrint' ? size : smallestFoot, weight: 400 }
  layout.beginPart(isFirst, [`${identity}.`, note].filter(Boolean).join(' '), foot)
  const gap = size * 0.8

  layout.block('P', head.serviceName, { size: size + 3, weight: 600 }, 0)
  const contact = [
    ...(head.address ?? '').split('\n'),
    head.telephone === null ? '' : `Telephone: ${head.telephone}`,
  ]
  drawLines(layout, contact, text)
  layout.y += 2 * gap
  drawLines(layout, to, text)
  layout.y += gap
  layout.block('P', formatLongDate(date), text, gap)
  layout.block('H1', title, { size: size + 3, weight: 600 }, gap)
  drawLines(layout, about, strong)
  layout.y += gap
  for (const block of blocksOf(body)) {
    if (block.kind === 'heading') {
      // Keep a heading from standing alone at the foot of a page.
      if (!layout.fits(4 * layout.lineHeight(text))) layout.nextPage()
      layout.block('H2', withoutStars(block.text), { size: size + 1, weight: 600 }, gap / 3)
    } else if (block.kind === 'list') drawList(layout, block.items, text, gap)
    else {
      drawParagraph(layout, block.lines, text)
      layout.y += gap
    }
  }
  const signature =
    signedBy === null ? 'Not signed yet.' : `Signed electronically by ${signatureOf(signedBy, signedAs)}`
  // Keep the signature with the text that it signs, as far as a page allows.
  if (!layout.fits(3 * layout.lineHeight(text))) layout.nextPage()
  layout.y += gap
  layout.block('P', signature, strong, 0)
  layout.block('P', `${head.serviceName}, ${formatLongDate(date)}`, text, 0)
}

/** A heading is entirely bold, so the stars have no meaning in it. */
const withoutStars = (line: string): string =>
  runsOf(line)
    .map(({ text }) => text)
    .join('')

/** Lines that belong together, such as an address, form one paragraph. */
const drawLines = (layout: PdfLayout, lines: readonly string[], style: Style): void => {
  const shown = lines.map((line) => line.trim()).filter((line) => line !== '')
  drawRuns(
    layout,
    shown.map((text) => [{ text, bold: false }]),
    style,
  )
}

const drawParagraph = (layout: PdfLayout, lines: readonly string[], style: Style): void =>
  drawRuns(layout, lines.map(runsOf), style)

const drawRuns = (layout: PdfLayout, lines: readonly (readonly LetterRun[])[], style: Style): void => {
  if (lines.length === 0) return
  const element = layout.element(layout.root, 'P')
  const height = layout.lineHeight(style)
  for (const line of lines.flatMap((runs) => linesOfRuns(layout, runs, layout.width, style))) {
    if (!layout.fits(height)) layout.nextPage()
    layout.content(element, 'P', () => layout.writePieces(line, layout.x, layout.y, style))
    layout.y += height
  }
  element.end()
}

const drawList = (layout: PdfLayout, items: readonly string[], style: Style, gap: number): void => {
  const indent = style.size * 1.4
  const height = layout.lineHeight(style)
  const list = layout.element(layout.root, 'L')
  for (const words of items) {
    const item = layout.element(list, 'LI')
    const label = layout.element(item, 'Lbl')
    const body = layout.element(item, 'LBody')
    if (!layout.fits(height)) layout.nextPage()
    layout.content(label, 'Lbl', () => layout.write('•', layout.x + indent / 3, layout.y, style))
    for (const line of linesOfRuns(layout, runsOf(words), layout.width - indent, style)) {
      if (!layout.fits(height)) layout.nextPage()
      layout.content(body, 'LBody', () => layout.writePieces(line, layout.x + indent, layout.y, style))
      layout.y += height
    }
    label.end()
    body.end()
    item.end()
  }
  list.end()
  layout.y += gap
}
