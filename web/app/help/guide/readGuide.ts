/*
 * Reads a guide from docs/guide, which both the repository site and the product's help show. A guide may only use the
 * Markdown forms below. Any other form is refused, so that readers never see Markdown characters in the text.
 */

export type Piece =
  | { kind: 'words'; text: string }
  /** The text of something on the screen: a button, a field, a heading. */
  | { kind: 'name'; text: string }
  /** The title of a help page. */
  | { kind: 'topic'; text: string }
  | { kind: 'command'; text: string }
  /** Another guide, by its id. */
  | { kind: 'guide'; text: string; id: string }

export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; pieces: Piece[] }
  | { kind: 'steps' | 'points'; items: Piece[][] }
  /** A gallery picture by its name, with a text description for readers who cannot see it. */
  | { kind: 'picture'; name: string; words: string }

export interface GuideText {
  title: string
  blocks: Block[]
}

/** @throws if the text contains an unknown form */
export const readGuide = (source: string): GuideText => {
  const [first = '', ...rest] = chunksOf(source)
  const title = /^# (.+)$/.exec(first)?.[1]
  if (title === undefined) throw new Error(`A guide begins with its title, not with “${first}”`)
  return { title, blocks: rest.map(blockOf) }
}

/** All words of the guide, for the search. */
export const wordsOf = ({ title, blocks }: GuideText): string =>
  [
    title,
    ...blocks.flatMap((block) => ('text' in block ? block.text : piecesOf(block).map(({ text }) => text))),
  ].join(' ')

export const piecesOf = (block: Block): Piece[] =>
  block.kind === 'paragraph' ? block.pieces : 'items' in block ? block.items.flat() : []

const chunksOf = (source: string): string[] =>
  source
    .split(/\n{2,}/)
    .map((chunk) => chunk.trim())
    .filter((chunk) => chunk !== '')

const blockOf = (chunk: string): Block => {
  const heading = /^## (.+)$/.exec(chunk)?.[1]
  if (heading !== undefined) return { kind: 'heading', text: heading }
  const [, words, name] = /^!\[([^\]]+)\]\(\.\.\/screens\/([\w-]+)\.webp\)$/.exec(chunk) ?? []
  if (words !== undefined && name !== undefined) return { kind: 'picture', name, words }
  if (/^1\. /.test(chunk)) return { kind: 'steps', items: itemsOf(chunk, /^\d+\. /) }
  if (chunk.startsWith('- ')) return { kind: 'points', items: itemsOf(chunk, /^- /) }
  if (/^(#|>|\||!|```| {4})/.test(chunk)) throw new Error(`Not a form of a guide: ${chunk}`)
  return { kind: 'paragraph', pieces: readPieces(chunk) }
}

/** Each line starts an item or, if indented, continues one. */
const itemsOf = (chunk: string, sign: RegExp): Piece[][] => {
  const items: string[] = []
  for (const line of chunk.split('\n')) {
    if (sign.test(line)) items.push(line.replace(sign, ''))
    else if (/^ {2,3}\S/.test(line)) items.push(`${items.pop() ?? ''}\n${line}`)
    else throw new Error(`Not an item of a list: ${line}`)
  }
  return items.map(readPieces)
}

const forms =
  /\*\*(?<name>[^*]+)\*\*|\*(?<topic>[^*]+)\*|`(?<command>[^`]+)`|\[(?<words>[^[\]]+)\]\((?<id>[\w-]+)\.md\)/g

const readPieces = (text: string): Piece[] => {
  const line = text
    .split('\n')
    .map((part) => part.trim())
    .join(' ')
  const pieces: Piece[] = []
  let at = 0
  for (const found of line.matchAll(forms)) {
    pieces.push({ kind: 'words', text: line.slice(at, found.index) })
    const { name, topic, command, words = '', id } = found.groups ?? {}
    if (name !== undefined) pieces.push({ kind: 'name', text: name })
    else if (topic !== undefined) pieces.push({ kind: 'topic', text: topic })
    else if (command !== undefined) pieces.push({ kind: 'command', text: command })
    else if (id !== undefined) pieces.push({ kind: 'guide', text: words, id })
    at = found.index + found[0].length
  }
  pieces.push({ kind: 'words', text: line.slice(at) })
  const stray = pieces.find(({ kind, text: said }) => kind === 'words' && /[*`[\]<>]/.test(said))
  if (stray !== undefined) throw new Error(`Not a form of a guide: ${stray.text}`)
  return pieces.filter(({ text: said }) => said !== '')
}
