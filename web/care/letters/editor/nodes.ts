import { Mark, Node } from '@tiptap/core'
import type { Node as ProseMirrorNode } from '@tiptap/pm/model'
import { isPart } from './letterDoc.ts'
import { labelOf } from './pieces.ts'

/*
 * Everything a letter can contain, and so everything that can be pasted into it: paragraphs of lines, headings,
 * lists, bold, and the pieces of a template.
 */

const tight = {
  tight: { default: false, rendered: false, keepOnSplit: false },
}

const Doc = Node.create({ name: 'doc', topNode: true, content: 'block+' })
const Text = Node.create({ name: 'text', group: 'inline' })

const Paragraph = Node.create({
  name: 'paragraph',
  group: 'block',
  content: 'inline*',
  priority: 1000,
  addAttributes: () => tight,
  parseHTML: () => [{ tag: 'p' }],
  renderHTML: () => ['p', 0],
})

/**
 * The screen's title is the first-level heading, so headings in the letter start one level lower; h6 is the lowest in
 * HTML.
 */
const tagOf = (level: number): string => `h${Math.min(level + 1, 6)}`

const Heading = Node.create({
  name: 'heading',
  group: 'block',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({ ...tight, level: { default: 1, rendered: false } }),
  parseHTML: () => [2, 3, 4, 5, 6].map((size) => ({ tag: `h${size}`, attrs: { level: size - 1 } })),
  renderHTML: ({ node }) => [tagOf(node.attrs['level'] as number), 0],
})

const List = Node.create({
  name: 'list',
  group: 'block',
  content: 'point+',
  defining: true,
  addAttributes: () => tight,
  parseHTML: () => [{ tag: 'ul' }],
  renderHTML: () => ['ul', 0],
})

const Point = Node.create({
  name: 'point',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: () => ['li', 0],
})

const LineBreak = Node.create({
  name: 'lineBreak',
  group: 'inline',
  inline: true,
  selectable: false,
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: () => ['br'],
  renderText: () => '\n',
})

const writtenOf = (node: ProseMirrorNode): string => node.attrs['written'] as string

const kindOf = (written: string): string => {
  if (!labelOf(written).isKnown) return 'sf-piece sf-piece--unknown'
  return isPart(written) ? 'sf-piece sf-piece--part' : 'sf-piece'
}

/** Text in braces, shown under its name. The cursor steps over it, and it is moved and deleted as a whole. */
const Piece = Node.create({
  name: 'piece',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ written: { default: '', rendered: false } }),
  parseHTML: () => [
    {
      tag: 'span[data-piece]',
      getAttrs: (element) => ({ written: element.dataset['piece'] ?? '' }),
    },
  ],
  renderHTML: ({ node }) => [
    'span',
    { class: kindOf(writtenOf(node)), 'data-piece': writtenOf(node) },
    ['span', { class: 'nhsuk-u-visually-hidden' }, 'Field: '],
    labelOf(writtenOf(node)).label,
  ],
  renderText: ({ node }) => writtenOf(node),
})

const Bold = Mark.create({
  name: 'bold',
  parseHTML: () => [{ tag: 'strong' }],
  renderHTML: () => ['strong', 0],
})

/** @param hasPieces text in double braces becomes one piece, as in a template */
export const nodesOf = (hasPieces: boolean): (Node | Mark)[] => [
  ...[Doc, Text, Paragraph, Heading, List, Point, LineBreak, Bold],
  ...(hasPieces ? [Piece] : []),
]
