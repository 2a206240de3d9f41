import { Fragment, Slice, type Node, type NodeType, type Schema } from '@tiptap/pm/model'
import { TextSelection, type Command, type Transaction } from '@tiptap/pm/state'
import { canJoin, ReplaceAroundStep } from '@tiptap/pm/transform'

/** The kinds of a line. */
export type LineKind = 'paragraph' | 'heading' | 'point'

const typeOf = (schema: Schema, name: string): NodeType => {
  const type = schema.nodes[name]
  if (type === undefined) throw new Error(`A letter has no ${name}`)
  return type
}

/** Start positions of all lines that are at least partly selected. */
const selectedLines = ({ doc, selection }: Transaction): number[] => {
  const found: number[] = []
  doc.nodesBetween(selection.from, selection.to, (node, position) => {
    if (node.isTextblock) found.push(position)
    return !node.isTextblock
  })
  return found
}

/** Whether every selected line is of this kind. */
export const areAll = (kind: LineKind, tr: Transaction): boolean => {
  const lines = selectedLines(tr)
  return lines.length > 0 && lines.every((at) => tr.doc.nodeAt(at)?.type.name === kind)
}

/**
 * Splits paragraphs at the line breaks within the selection and at its ends, so that each line becomes a paragraph of
 * its own.
 */
const divideLines = (tr: Transaction): void => {
  const { from, to, anchor, head } = tr.selection
  const breaks = selectedLines(tr).flatMap((start) => {
    const own: number[] = []
    tr.doc.nodeAt(start)?.forEach((node, offset) => {
      if (node.type.name === 'lineBreak') own.push(start + 1 + offset)
    })
    const within = own.filter((at) => at >= from && at < to)
    return [own.findLast((at) => at < from), ...within, own.find((at) => at >= to)]
  })
  const isText = tr.selection instanceof TextSelection
  let ends = [anchor, head] as const
  for (const at of breaks.filter((each) => each !== undefined).toReversed()) {
    tr.delete(at, at + 1).split(at)
    const moved = (place: number): number => (place > at ? place + 1 : place)
    ends = [moved(ends[0]), moved(ends[1])]
  }
  if (isText) tr.setSelection(TextSelection.create(tr.doc, ...ends))
}

/** Replaces the nodes around a line's text; the text itself is not touched. */
const dress = (
  tr: Transaction,
  from: number,
  to: number,
  depth: number,
  around: Node,
  inner: number,
): void => {
  const slice = new Slice(Fragment.from(around), 0, 0)
  tr.step(new ReplaceAroundStep(from, to, from + depth, to - depth, slice, inner, true))
}

const setKind = (tr: Transaction, start: number, kind: LineKind): void => {
  const { schema } = tr.doc.type
  const line = tr.doc.nodeAt(start)
  if (line === null || line.type.name === kind) return
  const end = start + line.nodeSize
  if (line.type.name === 'point') {
    const $start = tr.doc.resolve(start)
    const isLast = $start.index() === $start.parent.childCount - 1
    if (!isLast) tr.split(end)
    if ($start.index() > 0) tr.split(start)
    // The list that now contains this line alone
    const list = $start.index() > 0 ? start + 1 : start - 1
    dress(tr, list, list + line.nodeSize + 2, 2, typeOf(schema, kind).create(), 1)
  } else if (kind === 'point')
    dress(tr, start, end, 1, typeOf(schema, 'list').create(null, typeOf(schema, 'point').create()), 2)
  else tr.setNodeMarkup(start, typeOf(schema, kind))
}

/** Joins adjacent lists. */
const joinLists = (tr: Transaction): void => {
  const borders: number[] = []
  tr.doc.forEach((node, offset, place) => {
    const before = place === 0 ? null : tr.doc.child(place - 1)
    if (node.type.name === 'list' && before?.type.name === 'list') borders.push(offset)
  })
  for (const border of borders.toReversed()) if (canJoin(tr.doc, border)) tr.join(border)
}

/** Changes the selected lines to a kind, or back to paragraphs if all are of that kind already. */
export const toggleLines =
  (kind: LineKind): Command =>
  ({ tr }, dispatch) => {
    const to = areAll(kind, tr) ? 'paragraph' : kind
    if (to !== 'paragraph') divideLines(tr)
    for (const start of selectedLines(tr).toReversed()) setKind(tr, start, to)
    if (to === 'point') joinLists(tr)
    dispatch?.(tr.scrollIntoView())
    return true
  }
