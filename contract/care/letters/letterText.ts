/*
 * The body of a letter is plain text. A line that starts with # is a heading, a line that starts with - is a list
 * item, an empty line ends a paragraph, and text between ** is bold. These functions read it for both the screen and
 * paper.
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

/** The bold text must not start or end with a blank or another star: 2 ** 3 is a calculation. */
const inStars = /\*\*([^\s*]|[^\s*](?:[^*]|\*(?!\*))*[^\s*])\*\*/g

/** Splits a line into bold and plain runs. An unmatched ** stays as typed. */
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

/** Text in square brackets, which the writer still has to fill in. */
export const openBrackets = (words: string): string[] => [
  ...new Set([...words.matchAll(/\[[^[\]\n]+\]/g)].map(([found]) => found)),
]
