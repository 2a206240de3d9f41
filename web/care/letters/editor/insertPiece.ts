import type { Node, NodeType, ResolvedPos } from '@tiptap/pm/model'
import { TextSelection, type Command, type Transaction } from '@tiptap/pm/state'

/** Inserts a field at the cursor, replacing the selection. */
export const insertField =
  (name: string): Command =>
  ({ tr, schema }, dispatch) => {
    const { piece } = schema.nodes
    if (piece === undefined) return false
    dispatch?.(tr.replaceSelectionWith(piece.create({ written: `{{${name}}}` })).scrollIntoView())
    return true
  }

/**
 * Puts the start and end of a part around the selection.
 * @param sign as it is written: # or ^
 */
export const insertPart =
  (sign: string, name: string): Command =>
  ({ tr, schema }, dispatch) => {
    const { piece, paragraph } = schema.nodes
    if (piece === undefined || paragraph === undefined) return false
    const begin = piece.create({ written: `{{${sign}${name}}}` })
    const end = piece.create({ written: `{{/${name}}}` })
    const { $from, $to, from, to } = tr.selection
    if ($from.sameParent($to) && $from.parent.isTextblock) {
      tr.insert(to, end).insert(from, begin)
      tr.setSelection(TextSelection.create(tr.doc, from + 1, to + 1))
    } else putAround(tr, $from, $to, { paragraph, begin, end })
    dispatch?.(tr.scrollIntoView())
    return true
  }

/**
 * A selection of several lines must be dropped as whole lines, including their list or heading marks, so the part
 * starts and ends on lines of its own.
 */
const putAround = (
  tr: Transaction,
  $from: ResolvedPos,
  $to: ResolvedPos,
  { paragraph, begin, end }: { paragraph: NodeType; begin: Node; end: Node },
): void => {
  const isDividedAfter = $to.depth > 1 && $to.index(1) < $to.node(1).childCount - 1
  const isDividedBefore = $from.depth > 1 && $from.index(1) > 0
  const after = isDividedAfter ? $to.after(2) : $to.depth === 0 ? $to.pos : $to.after(1)
  if (isDividedAfter) tr.split(after)
  const place = isDividedAfter ? after + 1 : after
  // No empty lines, because they would split one list into several.
  const line = (piece: Node, tight: boolean): Node => paragraph.create({ tight }, piece)
  tr.insert(place, line(end, true))
  if (isDividedAfter) tr.setNodeAttribute(place + line(end, true).nodeSize, 'tight', true)
  const before = isDividedBefore ? $from.before(2) : $from.depth === 0 ? $from.pos : $from.before(1)
  if (isDividedBefore) tr.split(before)
  const start = isDividedBefore ? before + 1 : before
  tr.setNodeAttribute(start, 'tight', true)
  tr.insert(start, line(begin, isDividedBefore))
}
