import { linesOf, runsOf } from '../../../../contract/care/letters/letterText.ts'
import { fieldsIn, inBraces } from '../../../../contract/care/letters/templateWords.ts'

/*
 * The text of a letter as the editor's document. The stored text stays plain (contract/care/letters/letterText.ts):
 * it is parsed when the editor opens and written back at each change.
 */

export type Inline = (
  { type: 'text'; text: string } | { type: 'piece'; attrs: { written: string } } | { type: 'lineBreak' }
) & { marks?: { type: 'bold' }[] }

export interface TextBlock<Type extends string, Attributes extends object = object> {
  type: Type
  attrs?: Attributes
  content?: Inline[]
}

/** `tight`: no empty line in front of it, which matters for the parts of a template. */
interface Place {
  tight: boolean
}

export type Block =
  | TextBlock<'paragraph', Place>
  | TextBlock<'heading', Place & { level: number }>
  | { type: 'list'; attrs?: Place; content: TextBlock<'point'>[] }

export interface LetterDoc {
  type: 'doc'
  content: Block[]
}

/** Placeholder for a piece while lines are read, because a piece in braces may span several lines. */
const sign = '\uFFFC'
const signs = /\uFFFC/g
const pieces = new RegExp(`${inBraces.source}|${sign}`, 'g')

export const isPart = (written: string): boolean => fieldsIn(written)[0]?.kind !== 'value'

const bold = [{ type: 'bold' as const }]

/** @param hasPieces text in double braces becomes one piece, as in a template */
export const docOf = (words: string, hasPieces: boolean): LetterDoc => {
  const found: string[] = []
  const signed = words.replaceAll(hasPieces ? pieces : signs, (written) => {
    found.push(written)
    return sign
  })
  const inlinesOf = (line: string): Inline[] =>
    runsOf(line).flatMap(({ text, bold: isBold }) =>
      text.split(/(\uFFFC)/).flatMap((part): Inline[] => {
        if (part === '') return []
        const written = part === sign ? (found.shift() ?? sign) : part
        const marks = isBold && { marks: bold }
        if (part !== sign || written === sign) return [{ type: 'text', text: written, ...marks }]
        return [{ type: 'piece', attrs: { written }, ...(!isPart(written) && marks) }]
      }),
    )

  const blocks: Block[] = []
  let tight = false
  for (const line of linesOf(signed)) {
    if (line.kind === 'empty') {
      tight = false
      continue
    }
    const content = inlinesOf(line.text)
    const last = tight ? blocks.at(-1) : undefined
    if (line.kind === 'heading')
      blocks.push({ type: 'heading', attrs: { tight, level: line.level }, content })
    else if (line.kind === 'point') {
      const point = { type: 'point' as const, content }
      if (last?.type === 'list') last.content.push(point)
      else blocks.push({ type: 'list', attrs: { tight }, content: [point] })
    } else if (last?.type === 'paragraph') last.content?.push({ type: 'lineBreak' }, ...content)
    else blocks.push({ type: 'paragraph', attrs: { tight }, content })
    tight = true
  }
  return { type: 'doc', content: blocks.length === 0 ? [{ type: 'paragraph' }] : blocks }
}

export const wordsOf = ({ content }: LetterDoc): string => {
  let words = ''
  let before: Block['type'] | null = null
  for (const block of content) {
    const own = wordsOfBlock(block)
    if (own === '') {
      before = null
      continue
    }
    // Two paragraphs without an empty line between them would become one.
    const isTight = block.attrs?.tight === true && before !== null && before !== block.type
    if (words !== '') words += isTight || (before === 'heading' && block.attrs?.tight) ? '\n' : '\n\n'
    words += own
    before = block.type
  }
  return words
}

const wordsOfBlock = (block: Block): string => {
  if (block.type === 'list')
    return block.content
      .map((point) => wordsOfInlines(point.content))
      .filter((words) => words.trim() !== '')
      .map((words) => `- ${words}`)
      .join('\n')
  const words = wordsOfInlines(block.content)
  if (block.type === 'paragraph' || words.trim() === '') return words.trim()
  return `${'#'.repeat(block.attrs?.level ?? 1)} ${words}`
}

const wordsOfInlines = (inlines: readonly Inline[] = []): string =>
  linesIn(inlines)
    .map(wordsOfLine)
    .filter((line, place, lines) => line !== '' || lines[place - 1] !== '')
    .join('\n')

const linesIn = (inlines: readonly Inline[]): Inline[][] => {
  const lines: Inline[][] = [[]]
  for (const inline of inlines)
    if (inline.type === 'lineBreak') lines.push([])
    else lines.at(-1)?.push(inline)
  return lines
}

const wordsOfLine = (inlines: readonly Inline[]): string => {
  const runs: { text: string; bold: boolean }[] = []
  for (const inline of inlines) {
    const last = runs.at(-1)
    if (last?.bold === isBold(inline)) last.text += textOf(inline)
    else runs.push({ text: textOf(inline), bold: isBold(inline) })
  }
  const words = runs.map(({ text, bold }) => (bold ? inStars(text) : text)).join('')
  // Trims plain spaces only: a heading or list item may start with another kind of blank, which is printed.
  return words.trimEnd().replace(/^ +/, '')
}

const textOf = (inline: Inline): string => {
  if (inline.type === 'text') return inline.text
  return inline.type === 'piece' ? inline.attrs.written : '\n'
}

/**
 * The piece that starts or ends a part is never bold. The part may be left out, and then stars with nothing between
 * them would be printed.
 */
const isBold = (inline: Inline): boolean =>
  (inline.marks ?? []).length > 0 &&
  inline.type !== 'lineBreak' &&
  (inline.type === 'text' || !isPart(inline.attrs.written))

const inStars = (text: string): string => {
  const core = text.trim()
  return core === '' ? text : text.replace(core, () => `**${core}**`)
}

/** The text to store: exactly the original if nothing visible was changed. */
export const wordsToKeep = (doc: LetterDoc, original: string, hasPieces: boolean): string => {
  const words = wordsOf(doc)
  return words === wordsOf(docOf(original, hasPieces)) ? original : words
}

/** Equal for two documents that look the same. Ignores whether blanks are bold, and anything empty. */
export const looksOf = ({ content }: LetterDoc): string =>
  JSON.stringify(
    content.flatMap((block) => {
      if (block.type === 'list') {
        const points = block.content.flatMap((point) => linesLookOf(point.content).flat())
        return points.length === 0 ? [] : [['list', ...points]]
      }
      const kind = block.type === 'heading' ? `heading ${block.attrs?.level ?? 1}` : 'paragraph'
      return linesLookOf(block.content).map((lines) => [kind, ...lines])
    }),
  )

/** Groups of lines, separated at empty lines. */
const linesLookOf = (inlines: readonly Inline[] = []): string[][] => {
  const groups: string[][] = [[]]
  for (const line of linesIn(inlines)) {
    const look = line.map(lookOf).join('').trim()
    if (look === '') groups.push([])
    else groups.at(-1)?.push(look)
  }
  return groups.filter((group) => group.length > 0)
}

const lookOf = (inline: Inline): string => {
  const mark = isBold(inline) ? '\u0001' : ''
  const text = textOf(inline)
  return inline.type === 'piece'
    ? `${mark}\u0002${text}`
    : text.replaceAll(/\s/g, ' ').replaceAll(/[^ ]/g, `${mark}$&`)
}
