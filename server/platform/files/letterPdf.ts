import { formatLongDate } from '../../../contract/platform/words/format.ts'
import { blocksOf, runsOf, type LetterRun } from '../../../contract/care/letters/letterText.ts'
import { signatureOf, type LetterOnPaper } from '../../../contract/care/letters/letter.ts'
import { letterSizes } from '../../../contract/care/letters/recipients.ts'
import { linesOfRuns } from './boldLines.ts'
import type { Style } from './drawText.ts'
import { addressSize, bodyTop, headBottom, headLeft, margin, windowTop } from './letterPaper.ts'
import { layOutPdf, type PdfLayout } from './pdfLayout.ts'

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

  const headEnd = drawHead(layout, head, size)
  const addressEnd = drawAddress(layout, to, size)
  // The letter begins below both, and never above the place where it begins behind a window.
  layout.y = Math.max(bodyTop, headEnd + gap, addressEnd + gap)
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

/** The sender, at the right of the window. @returns where it ends */
const drawHead = (layout: PdfLayout, head: LetterOnPaper['head'], size: number): number => {
  const contact = [
    ...(head.address ?? '').split('\n'),
    head.telephone === null ? '' : `Telephone: ${head.telephone}`,
  ].flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
  const width = layout.x + layout.width - headLeft
  const linesIn = (of: number) => {
    const [name, rest]: Style[] = [
      { size: of + 3, weight: 600 },
      { size: of, weight: 400 },
    ] as const
    return {
      name,
      rest,
      named: layout.wrap(head.serviceName, width, name),
      lines: contact.flatMap((line) => layout.wrap(line, width, rest)),
    }
  }
  const heightOf = ({ name, rest, named, lines }: ReturnType<typeof linesIn>): number =>
    named.length * layout.lineHeight(name) + lines.length * layout.lineHeight(rest)
  // As large as the letter where that fits beside the window, else as large as fits.
  let drawn = linesIn(size)
  for (let of = size - 1; of >= smallestFoot && layout.x + heightOf(drawn) > headBottom; of -= 1)
    drawn = linesIn(of)
  layout.y = layout.x
  drawAt(layout, drawn.named, headLeft, drawn.name)
  drawAt(layout, drawn.lines, headLeft, drawn.rest)
  return layout.y
}

/** The address, within the window of an envelope. @returns where it ends */
const drawAddress = (layout: PdfLayout, to: readonly string[], size: number): number => {
  const lines = to.map((line) => line.trim()).filter((line) => line !== '')
  const { style, wrapped } = addressSize(layout, lines, size)
  layout.y = windowTop
  drawAt(layout, wrapped, margin, style)
  return layout.y
}

/** Lines at a place of their own, as one paragraph. */
const drawAt = (layout: PdfLayout, lines: readonly string[], x: number, style: Style): void => {
  if (lines.length === 0) return
  const element = layout.element(layout.root, 'P')
  for (const line of lines) {
    layout.content(element, 'P', () => layout.write(line, x, layout.y, style))
    layout.y += layout.lineHeight(style)
  }
  element.end()
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
