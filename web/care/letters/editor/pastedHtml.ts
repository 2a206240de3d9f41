/*
 * Reduces content from other programs to headings, lists, bold and text. Word writes list items as paragraphs that
 * start with a symbol, and adds tables and much that only Word reads.
 */

/** Elements that contain no text of the document. Word's own elements have a colon in their names. */
const leftOut =
  'script, head, title, template, meta, link, xml, img, svg, object, iframe, o\\:p, select, textarea, del, s, strike, .MsoCommentReference, .MsoCommentText'
const lineEnds =
  /^(address|article|aside|blockquote|caption|dd|div|dl|dt|fieldset|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|tbody|tfoot|thead|tr|ul)$/

interface Line {
  kind: 'p' | 'h2' | 'li'
  pieces: { text: string; bold: boolean }[]
  /** The line follows a line break, such as Shift and Enter, within the same paragraph. */
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

/**
 * A style is more reliable than the element: some programs wrap the whole page in a bold element and switch bold off
 * with a style.
 */
const isBold = (element: Element, before: boolean): boolean => {
  const weight = /(?:^|;)\s*font-weight:\s*(\w+)/i.exec(styleOf(element))?.[1]?.toLowerCase()
  if (weight !== undefined) return /^(bold|bolder|[6-9]00)$/.test(weight)
  return before || element.matches('b, strong')
}

class Reader {
  readonly lines: Line[] = []
  #isOpen = false

  /** Ends the line, so that what follows starts a new one. */
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
    // The symbol or number in front of a list item in Word
    if (/mso-list:\s*Ignore/i.test(styleOf(element))) return
    // Text that Word or the page hides, and comments
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

  /** A table row becomes one line, with commas between the cells. */
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

/** Collapses blanks, as a page does. */
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

/** Turns a paragraph that starts with a bullet symbol into a list item: some lists arrive as such paragraphs. */
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

/**
 * Renames style attributes and event handlers to data attributes and style elements to xml. Styles can still be read
 * but have no effect: the page's security policy forbids them, and the browser would report each one even when it is
 * only parsed.
 */
const withoutStyles = (html: string): string =>
  html
    .replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/\s(style|on[a-z]+)=/gi, ' data-$1='))
    .replaceAll(/<(\/?)style\b/gi, '<$1xml')

/** The same content with only paragraphs, headings and lists. */
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
