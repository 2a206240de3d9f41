import PDFDocument from 'pdfkit'
import { widthOf, writeText, type Style } from './drawText.ts'
import { Fonts, type WeightedText } from './fonts.ts'

/*
 * Lays out tagged text on pages. Screen readers follow the order of the document; parts of the page itself, such as its
 * number, are marked as artefacts.
 */

/** More letters than any line has. */
const moreThanALine = 2000
const graphemes = new Intl.Segmenter('en-GB', { granularity: 'grapheme' })
/** Letters as a person counts them, each with its marks. */
const lettersOf = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment)

type Element = PDFKit.PDFStructureElement

/** Options that pdfkit accepts for a structure element, besides its type. */
interface Tagging {
  alt?: string
  scope?: 'Column' | 'Row'
  bbox?: [number, number, number, number]
}

const lineGap = 1.25
const usualMargin = 40
/** Space between the last line of a page and its foot. */
const aboveFoot = 18
const usualFoot: Style = { size: 8, weight: 400 }
/** Space between the foot and the page number. */
const besideNumber = 16

interface PdfFrame {
  title: string
  author: string
  wide: boolean
  /** Printed at the foot of each page. */
  printed: string
  margin?: number
}

/** A run of pages with its own page numbers, such as one letter of several. */
interface Part {
  /** Index of its first page. */
  from: number
  /** The foot of every page, in lines that leave room for the page number. */
  foot: readonly string[]
  style: Style
}

/**
 * Opens a document, lets the caller draw it, and returns its bytes. If the text needs fonts that are not loaded yet,
 * the document is drawn again once they are.
 * @throws UnprintableCharacter
 */
export const layOutPdf = async (frame: PdfFrame, draw: (layout: PdfLayout) => void): Promise<Uint8Array> => {
  const fonts = new Fonts()
  const written = write(frame, draw, fonts)
  return (await fonts.readWanted()) ? bytesOf(write(frame, draw, fonts)) : bytesOf(written)
}

const bytesOf = (document: PDFKit.PDFDocument): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
    document.end()
  })

const write = (
  { title, author, wide, printed, margin = usualMargin }: PdfFrame,
  draw: (layout: PdfLayout) => void,
  fonts: Fonts,
): PDFKit.PDFDocument => {
  const document = new PDFDocument({
    size: 'A4',
    layout: wide ? 'landscape' : 'portrait',
    margin,
    tagged: true,
    pdfVersion: '1.7',
    // pdfkit's types are those of an older version, without this subset.
    subset: 'PDF/UA' as never,
    lang: 'en-GB',
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Author: author, Creator: 'Surefoot', Producer: 'Surefoot' },
    // Use only the fonts registered below: a font given here would be read again at every use.
    font: null as never,
  })
  withoutGlyphLists(document)
  const root = document.struct('Document')
  document.addStructure(root)
  const layout = new PdfLayout(document, fonts, root, printed, margin)
  draw(layout)
  root.end()
  numberPages(document, fonts, layout)
  return document
}

/**
 * Has pdfkit write fonts without a list of their glyphs (CIDSet). Its list leaves out the parts of composed letters, such
 * as the dot of an i, and PDF/UA allows no list or a complete one (ISO 14289-1, 7.21.4.2). pdfkit writes it for the number
 * 1 only, which it takes for PDF/A-1, and prints the part of PDF/UA from the same property.
 */
const withoutGlyphLists = (document: PDFKit.PDFDocument): void => {
  Object.assign(document, { subset: '1' })
}

const numberPages = (document: PDFKit.PDFDocument, fonts: Fonts, { parts, x: margin }: PdfLayout): void => {
  const { start, count } = document.bufferedPageRange()
  for (const [place, { from, foot, style }] of parts.entries()) {
    const height = style.size * lineGap
    const pages = (parts[place + 1]?.from ?? count) - from
    for (let page = 0; page < pages; page += 1) {
      document.switchToPage(start + from + page)
      document.markContent('Artifact', { type: 'Pagination' })
      const bottom = document.page.height - margin - style.size
      for (const [line, text] of foot.entries())
        writeText(
          document,
          fonts,
          [{ text, weight: style.weight }],
          margin,
          bottom - (foot.length - 1 - line) * height,
          style,
        )
      const number = `Page ${page + 1} of ${pages}`
      const x = document.page.width - margin - widthOf(document, fonts, number, style)
      writeText(document, fonts, [{ text: number, weight: style.weight }], x, bottom, style)
      document.endMarkedContent()
    }
  }
}

export class PdfLayout {
  readonly #document: PDFKit.PDFDocument
  readonly #fonts: Fonts
  readonly root: Element
  readonly #widths = new Map<string, number>()
  y: number
  readonly x: number
  /** The last part is the one being drawn. There is one part unless pages are numbered in parts. */
  readonly parts: Part[] = []

  constructor(document: PDFKit.PDFDocument, fonts: Fonts, root: Element, printed: string, margin: number) {
    this.#document = document
    this.#fonts = fonts
    this.root = root
    this.x = margin
    this.y = margin
    this.parts.push(this.#partOf(0, printed, usualFoot))
  }

  /**
   * Begins a part on a new page, with its own foot and with page numbers from 1. The first part starts on the page that
   * already exists.
   */
  beginPart(isFirst: boolean, foot: string, style: Style): void {
    if (isFirst) this.parts.pop()
    else this.nextPage()
    const { start, count } = this.#document.bufferedPageRange()
    this.parts.push(this.#partOf(start + count - 1, foot, style))
  }

  #partOf(from: number, foot: string, style: Style): Part {
    const number = this.measure('Page 9999 of 9999', style)
    return { from, foot: this.wrap(foot.trim(), this.width - number - besideNumber, style), style }
  }

  get width(): number {
    return this.#document.page.width - 2 * this.x
  }

  get bottom(): number {
    const { foot, style } = this.parts.at(-1) ?? { foot: [], style: usualFoot }
    return this.#document.page.height - this.x - aboveFoot - foot.length * this.lineHeight(style)
  }

  /** Distance from the first line of a page to its last. */
  get pageHeight(): number {
    return this.bottom - this.x
  }

  /** Whether this much more fits on the page. */
  fits(height: number): boolean {
    return this.y + height <= this.bottom
  }

  nextPage(): void {
    this.#document.addPage()
    this.y = this.x
  }

  measure(text: string, style: Style): number {
    const key = `${style.weight} ${style.size} ${text}`
    const known = this.#widths.get(key)
    if (known !== undefined) return known
    const width = widthOf(this.#document, this.#fonts, text, style)
    this.#widths.set(key, width)
    return width
  }

  lineHeight({ size }: Style): number {
    return size * lineGap
  }

  /** Wraps text to lines of a given width. A word wider than a line is broken, never cropped. */
  wrap(text: string, width: number, style: Style): string[] {
    const lines: string[] = []
    let line = ''
    for (const word of text.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (this.measure(longer, style) <= width) {
        line = longer
        continue
      }
      if (line !== '') lines.push(line)
      line = word
      for (let fits; (fits = this.#textThatFits(line, width, style)) !== line;) {
        lines.push(fits)
        line = line.slice(fits.length)
      }
    }
    return [...lines, line]
  }

  /**
   * Returns at least one letter, with its marks. Measures little more text than fits, since a word of ten thousand
   * letters is broken into a hundred lines.
   */
  #textThatFits(word: string, width: number, style: Style): string {
    const letters = lettersOf(word.slice(0, moreThanALine))
    const isTooWide = (count: number): boolean =>
      this.measure(letters.slice(0, count).join(''), style) > width
    let fits = 1
    let tooMany = 2
    while (tooMany <= letters.length && !isTooWide(tooMany)) {
      fits = tooMany
      tooMany = fits === letters.length ? fits + 1 : Math.min(fits * 2, letters.length)
    }
    while (tooMany - fits > 1) {
      const middle = Math.trunc((fits + tooMany) / 2)
      if (isTooWide(middle)) tooMany = middle
      else fits = middle
    }
    return letters.slice(0, fits).join('')
  }

  element(parent: Element, type: string, options: Tagging = {}): Element {
    const element = this.#document.struct(type, options as object)
    parent.add(element)
    return element
  }

  /** Draws part of an element's content on this page. */
  content(element: Element, type: string, draw: () => void): void {
    const content = this.#document.markStructureContent(type)
    draw()
    this.#document.endMarkedContent()
    element.add(content)
  }

  /** Draws something that screen readers skip. */
  artifact(draw: () => void): void {
    this.#document.markContent('Artifact', { type: 'Layout' })
    draw()
    this.#document.endMarkedContent()
  }

  write(text: string, x: number, y: number, style: Style): void {
    this.writePieces([{ text, weight: style.weight }], x, y, style)
  }

  /** Draws a line that is bold in parts. */
  writePieces(pieces: readonly WeightedText[], x: number, y: number, style: Omit<Style, 'weight'>): void {
    writeText(this.#document, this.#fonts, pieces, x, y, style)
  }

  rectangle(x: number, y: number, width: number, height: number, colour: string): void {
    this.#document.rect(x, y, width, height).fill(colour)
  }

  line(y: number, width: number, colour = '#d8dde0', thickness = 0.5): void {
    this.#document
      .moveTo(this.x, y)
      .lineTo(this.x + width, y)
      .lineWidth(thickness)
      .stroke(colour)
  }

  /** Draws a paragraph or heading over the whole width, across several pages if necessary. */
  block(type: string, text: string, style: Style, after = 4): void {
    const element = this.element(this.root, type)
    const height = this.lineHeight(style)
    for (const line of this.wrap(text, this.width, style)) {
      if (!this.fits(height)) this.nextPage()
      this.content(element, type, () => this.write(line, this.x, this.y, style))
      this.y += height
    }
    element.end()
    this.y += after
  }
}
