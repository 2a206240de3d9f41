/*
 * What comes from another program without its dress: headings, lists, bold and words. Word writes the points of its lists as
 * paragraphs with a sign before them, tables, and much that only Word reads.
 */

/** Nothing in these is words of the text. Word's own elements have a colon in their names. */
const leftOut =
  'script, head, title, template, meta, link, xml, img, svg, object, iframe, o\\:p, select, textarea, del, s, strike, .MsoCommentReference, .MsoCommentText'
const lineEnds =
  /^(address|article|aside|blockquote|caption|dd|div|dl|dt|fieldset|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|tbody|tfoot|thead|tr|ul)$/

interface Line {
  kind: 'p' | 'h2' | 'li'
  pieces: { text: string; bold: boolean }[]
  /** It was only broken off, as by Shift and Enter. */
  goesOn: boolean
}

const styleOf = (element: Element): string => element.getAttribute('data-style') ?? ''

const kindOf = (element: Element): Line['kind'] | null => {
  const name = element.localName
  if (/^h[1-6]$/.test(name) || element.matches('[role=heading], .MsoTitle')) return 'h2'
  if (name === 'li') return 'li'
  const isWordPoint = /mso-list:(?!\s*(?:none|ignore))/i.test(styleOf(element)) && name === 'p'
  return isWordPoint ? 'li' : null
}

/** A style says it more exactly than an element: some programs put all of a page into one that is bold and say that it is not. */
const isBold = (element: Element, before: boolean): boolean => {
  const weight = /(?:^|;)\s*font-weight:\s*(\w+)/i.exec(styleOf(element))?.[1]?.toLowerCase()
  if (weight !== undefined) return /^(bold|bolder|[6-9]00)$/.test(weight)
  return before || element.matches('b, strong')
}

class Reader {
  readonly lines: Line[] = []
  #isOpen = false

  /** What comes next stands on a line of its own. */
  end(): void {
    this.#isOpen = false
  }

  breakLine(kind: Line['kind']): void {
    const last = this.#isOpen ? this.lines.at(-1) : undefined
    this.#begin(kind, kind === 'p' && last !== undefined && !isBlank(last))
  }

  #begin(kind: Line['kind'], goesOn: boolean): void {
    this.lines.push({ kind, pieces: [], goesOn })
    this.#isOpen = true
  }

  words(text: string, kind: Line['kind'], bold: boolean): void {
    if (!this.#isOpen) {
      if (text.trim() === '') return
      this.#begin(kind, false)
    }
    const line = this.lines.at(-1)
    line?.pieces.push({ text, bold: bold && kind !== 'h2' })
  }

  read(node: Node, kind: Line['kind'], bold: boolean): void {
    for (const child of node.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) this.words(child.nodeValue ?? '', kind, bold)
      if (child instanceof Element) this.#readElement(child, kind, bold)
    }
  }

  #readElement(element: Element, kind: Line['kind'], bold: boolean): void {
    // The sign or number before a point of Word's
    if (/mso-list:\s*Ignore/i.test(styleOf(element))) return
    // What Word or a page does not show, and what somebody wrote beside the text
    if (/mso-hide:\s*all|mso-element:\s*comment|display:\s*none/i.test(styleOf(element))) return
    if (element.localName === 'br') {
      this.breakLine(kind)
      return
    }
    const isBlock = lineEnds.test(element.localName)
    if (isBlock) this.end()
    if (element.localName === 'tr') this.#readRow(element, bold)
    else this.read(element, kindOf(element) ?? kind, isBold(element, bold))
    if (isBlock) this.end()
  }

  /** A row is a line, its cells with commas between them. */
  #readRow(row: Element, bold: boolean): void {
    const cells = [...row.children].map((cell) => {
      const reader = new Reader()
      reader.read(cell, 'p', bold || cell.localName === 'th')
      return reader.lines.flatMap(({ pieces }, place) => [
        ...(place === 0 ? [] : [{ text: ' ', bold: false }]),
        ...pieces,
      ])
    })
    const filled = cells.filter((pieces) => pieces.some(({ text }) => text.trim() !== ''))
    for (const [place, pieces] of filled.entries()) {
      if (place > 0) this.words(', ', 'p', false)
      for (const { text, bold: isCellBold } of pieces) this.words(text, 'p', isCellBold)
    }
    this.end()
  }
}

const isBlank = ({ pieces }: Line): boolean => pieces.every(({ text }) => text.trim() === '')

/** Blanks as a page shows them: one for several. */
const tidy = (pieces: Line['pieces']): Line['pieces'] => {
  let isAfterBlank = true
  const tidied = pieces.map(({ text, bold }) => {
    const words = text.replaceAll(/\s+/g, ' ')
    const own = isAfterBlank ? words.trimStart() : words
    isAfterBlank = own === '' ? isAfterBlank : own.endsWith(' ')
    return { text: own, bold }
  })
  const joined: Line['pieces'] = []
  for (const piece of tidied.filter(({ text }) => text !== '')) {
    const last = joined.at(-1)
    if (last?.bold === piece.bold) last.text += piece.text
    else joined.push(piece)
  }
  const last = joined.at(-1)
  if (last !== undefined) last.text = last.text.trimEnd()
  return joined
}

/** A paragraph that begins with the sign of a point, as lists come that only look like one. */
const asPoint = (line: Line): Line => {
  const [first, ...others] = line.pieces
  const words = line.kind === 'p' ? /^[·•▪●] ?(.*)$/.exec(first?.text ?? '')?.[1] : undefined
  if (first === undefined || words === undefined) return line
  const rest = [{ ...first, text: words }, ...others].filter(({ text }) => text !== '')
  return rest.length === 0 ? line : { ...line, kind: 'li', pieces: rest }
}

const elementOf = (document: Document, { pieces }: Line, name: string): HTMLElement => {
  const element = document.createElement(name)
  append(document, element, pieces)
  return element
}

const append = (document: Document, element: HTMLElement, pieces: Line['pieces']): void => {
  for (const { text, bold } of pieces) {
    const words = document.createTextNode(text)
    if (bold) element.appendChild(document.createElement('strong')).append(words)
    else element.append(words)
  }
}

/** What a style says is read, and none is to hold: the page allows none, and a browser complains of each that is only parsed. */
const withoutStyles = (html: string): string =>
  html
    .replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/\s(style|on[a-z]+)=/gi, ' data-$1='))
    .replaceAll(/<(\/?)style\b/gi, '<$1xml')

/** The same as paragraphs, headings and lists, and nothing else. */
export const plainDress = (html: string): string => {
  const source = new DOMParser().parseFromString(withoutStyles(html), 'text/html')
  for (const element of source.querySelectorAll(leftOut)) element.remove()
  const reader = new Reader()
  reader.read(source.body, 'p', false)
  const out = document.implementation.createHTMLDocument()
  for (const read of reader.lines) {
    if (isBlank(read)) continue
    const line = asPoint({ ...read, pieces: tidy(read.pieces) })
    const last = out.body.lastElementChild
    if (line.kind === 'li') {
      const list = last?.localName === 'ul' ? last : out.body.appendChild(out.createElement('ul'))
      list.append(elementOf(out, line, 'li'))
    } else if (line.goesOn && last instanceof HTMLElement && last.localName === 'p') {
      last.append(out.createElement('br'))
      append(out, last, line.pieces)
    } else out.body.append(elementOf(out, line, line.kind))
  }
  return out.body.innerHTML
}
