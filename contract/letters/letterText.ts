/*
 * The words of a letter are plain text: a line that begins with # is a heading, one that begins with - a point of a list, an empty
 * line ends a paragraph. On the screen and on paper they are read by this one function.
 */

export type LetterBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; lines: readonly string[] }
  | { kind: 'list'; items: readonly string[] }

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
  for (const line of words.split(/\r?\n/).map((each) => each.replaceAll('\t', ' ').trim())) {
    const heading = /^#+ +([^ ].*)$/.exec(line)?.[1]
    const item = /^- +([^ ].*)$/.exec(line)?.[1]
    if (heading !== undefined) {
      end()
      blocks.push({ kind: 'heading', text: heading })
    } else if (item !== undefined) {
      if (lines.length > 0) end()
      items.push(item)
    } else if (line === '') end()
    else {
      if (items.length > 0) end()
      lines.push(line)
    }
  }
  end()
  return blocks
}

/** What whoever writes has still to fill in: words in square brackets. */
export const openBrackets = (words: string): string[] => [
  ...new Set([...words.matchAll(/\[[^[\]\n]+\]/g)].map(([found]) => found)),
]
