/*
 * The words of a letter are plain text: a line that begins with # is a heading, one that begins with - a point of a list, an empty
 * line ends a paragraph, and what stands between ** is bold. On the screen and on paper they are read by these functions.
 */

export type LetterBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; lines: readonly string[] }
  | { kind: 'list'; items: readonly string[] }

export type LetterLine =
  | { kind: 'empty' }
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'point' | 'words'; text: string }

export const linesOf = (words: string): LetterLine[] =>
  words.split(/\r?\n/).map((written) => {
    const text = written.replaceAll('\t', ' ').trim()
    const [, signs, heading] = /^(#+) +([^ ].*)$/.exec(text) ?? []
    if (signs !== undefined && heading !== undefined)
      return { kind: 'heading', level: signs.length, text: heading }
    const point = /^- +([^ ].*)$/.exec(text)?.[1]
    if (point !== undefined) return { kind: 'point', text: point }
    return text === '' ? { kind: 'empty' } : { kind: 'words', text }
  })

export const blocksOf = (words: string): LetterBlock[] => {
  const blocks: LetterBlock[] = []
  let lines: string[] = []
  let items: string[] = []
  const end = (): void => {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', lines })
    if (items.length > 0) blocks.push({ kind: 'list', items })
    lines = []
    items = []
  }
  for (const line of linesOf(words)) {
    if (line.kind === 'heading') {
      end()
      blocks.push({ kind: 'heading', text: line.text })
    } else if (line.kind === 'point') {
      if (lines.length > 0) end()
      items.push(line.text)
    } else if (line.kind === 'empty') end()
    else {
      if (items.length > 0) end()
      lines.push(line.text)
    }
  }
  end()
  return blocks
}

export interface LetterRun {
  text: string
  bold: boolean
}

/** Neither begins nor ends with a blank or another star: 2 ** 3 is a sum. */
const inStars = /\*\*([^\s*]|[^\s*](?:[^*]|\*(?!\*))*[^\s*])\*\*/g

/** A line in pieces that are bold or not. A ** without another stays as it is written. */
export const runsOf = (line: string): LetterRun[] => {
  const runs: LetterRun[] = []
  const add = (text: string, bold: boolean): void => {
    const last = runs.at(-1)
    if (last?.bold === bold) last.text += text
    else if (text !== '') runs.push({ text, bold })
  }
  let end = 0
  for (const found of line.matchAll(inStars)) {
    const [written, text = ''] = found
    add(line.slice(end, found.index), false)
    add(text, true)
    end = found.index + written.length
  }
  add(line.slice(end), false)
  return runs
}

/** What whoever writes has still to fill in: words in square brackets. */
export const openBrackets = (words: string): string[] => [
  ...new Set([...words.matchAll(/\[[^[\]\n]+\]/g)].map(([found]) => found)),
]
