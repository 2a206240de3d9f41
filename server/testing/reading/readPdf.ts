import { inflateSync } from 'node:zlib'

/*
 * Reads the words of a PDF in the order in which they are drawn, as far as our own reports need it: packed streams,
 * fonts with a map to Unicode, marked content. What is marked as an artifact is told apart.
 */

interface PdfObject {
  head: string
  stream: Buffer | null
}

export interface PdfText {
  pages: number
  /** What a reader hears. */
  text: string
  /** What only belongs to a page, such as its number and repeated headings. */
  artifacts: string
  /** Kinds of structure elements, how many of each. */
  elements: Record<string, number>
  /** The file as text, streams unpacked, to look for what must not be in it. */
  raw: string
}

const readObjects = (file: Buffer): Map<string, PdfObject> => {
  const source = file.toString('latin1')
  const objects = new Map<string, PdfObject>()
  for (const match of source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [, id = '', body = ''] = match
    const start = body.indexOf('\nstream\n')
    if (start === -1) {
      objects.set(id, { head: body, stream: null })
      continue
    }
    const head = body.slice(0, start)
    const packed = Buffer.from(body.slice(start + 8, body.lastIndexOf('\nendstream')), 'latin1')
    objects.set(id, { head, stream: head.includes('FlateDecode') ? inflateSync(packed) : packed })
  }
  return objects
}

const referred = (head: string, key: string): string => new RegExp(`/${key} (\\d+) 0 R`).exec(head)?.[1] ?? ''

/** Letters by glyph, of one font. */
const readLetters = (map: string): Map<number, string> => {
  const letters = new Map<number, string>()
  for (const [, first = '', list = ''] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi))
    [...list.matchAll(/<([0-9a-f ]*)>/gi)].forEach(([, code = ''], index) =>
      letters.set(
        parseInt(first, 16) + index,
        Buffer.from(code.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      ),
    )
  return letters
}

const readWords = (glyphs: string, letters: ReadonlyMap<number, string>): string =>
  [...glyphs.matchAll(/<([0-9a-f]+)>/gi)]
    .flatMap(([, codes = '']) => codes.match(/.{4}/g) ?? [])
    .map((code) => letters.get(parseInt(code, 16)) ?? '\ufffd')
    .join('')

export const readPdf = (file: Buffer): PdfText => {
  const objects = readObjects(file)
  const get = (id: string): PdfObject => {
    const found = objects.get(id)
    if (found === undefined) throw new Error(`The file has no object ${id}`)
    return found
  }
  const root = [...objects.values()].find(({ head }) => /\/Type \/Catalog\b/.test(head))
  const pages = [
    ...(/\/Kids \[([^\]]*)\]/.exec(get(referred(root?.head ?? '', 'Pages')).head)?.[1] ?? '').matchAll(
      /(\d+) 0 R/g,
    ),
  ]
  const heard: string[] = []
  const seen: string[] = []
  for (const [, id = ''] of pages) {
    const page = get(id)
    const resources = get(referred(page.head, 'Resources')).head
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', font = '']) => [
        name,
        readLetters(get(referred(get(font).head, 'ToUnicode')).stream?.toString('latin1') ?? ''),
      ]),
    )
    const content = get(referred(page.head, 'Contents')).stream?.toString('latin1') ?? ''
    let letters = new Map<number, string>()
    const marks: string[] = []
    for (const [step, mark, font, words] of content.matchAll(
      /\/(\w+)(?:\s<<[^>]*>>)? B(?:DC|MC)|EMC|\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g,
    )) {
      if (step === 'EMC') marks.pop()
      else if (mark !== undefined) marks.push(mark)
      else if (font !== undefined) letters = fonts.get(font) ?? new Map()
      else (marks.includes('Artifact') ? seen : heard).push(readWords(words ?? '', letters))
    }
  }
  const elements: Record<string, number> = {}
  for (const { head } of objects.values()) {
    const kind = /\/S \/(\w+)\n/.exec(head)?.[1]
    if (kind !== undefined) elements[kind] = (elements[kind] ?? 0) + 1
  }
  return {
    pages: pages.length,
    text: heard.join('\n'),
    artifacts: seen.join('\n'),
    elements,
    raw: [...objects.values()]
      .map(({ head, stream }) => head + (stream?.toString('latin1') ?? ''))
      .join('\n'),
  }
}
