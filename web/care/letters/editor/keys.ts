import { Extension, type Editor } from '@tiptap/core'
import { splitBlock, toggleMark } from '@tiptap/pm/commands'
import { history, redo, undo } from '@tiptap/pm/history'
import { TextSelection, type Command } from '@tiptap/pm/state'
import { areAll, toggleLines } from './lineKinds.ts'

/** At the start of a heading or list item, the key first turns it into plain text. */
const toPlainLine =
  (isWanted: (isEmpty: boolean) => boolean, kinds: readonly ('heading' | 'point')[]): Command =>
  (state, dispatch) => {
    const { selection } = state
    const kind = kinds.find((each) => areAll(each, state.tr))
    const isAtBegin = selection.empty && selection.$head.parentOffset === 0
    if (kind === undefined || !isAtBegin || !isWanted(selection.$head.parent.content.size === 0)) return false
    return toggleLines(kind)(state, dispatch)
  }

/** Deletes a piece beside the cursor as a whole, independent of the browser's behaviour. */
const deletePiece =
  (side: 'before' | 'after'): Command =>
  ({ selection, tr }, dispatch) => {
    if (!(selection instanceof TextSelection) || !selection.empty) return false
    const { $head, head } = selection
    const node = side === 'before' ? $head.nodeBefore : $head.nodeAfter
    if (node?.type.name !== 'piece') return false
    const from = side === 'before' ? head - node.nodeSize : head
    dispatch?.(tr.delete(from, from + node.nodeSize).scrollIntoView())
    return true
  }

const breakLine: Command = ({ schema, tr }, dispatch) => {
  const { lineBreak } = schema.nodes
  if (lineBreak === undefined || !areAll('paragraph', tr)) return false
  dispatch?.(tr.replaceSelectionWith(lineBreak.create()).scrollIntoView())
  return true
}

export const toggleBold: Command = (state, dispatch) => {
  const { bold } = state.schema.marks
  return bold !== undefined && toggleMark(bold)(state, dispatch)
}

export const press = (editor: Editor, ...commands: Command[]): boolean =>
  commands.some((command) => command(editor.state, editor.view.dispatch, editor.view))

/** Shortcuts beyond moving and deleting, as in other word processors. Tab moves to the next field as usual. */
export const Keys = Extension.create({
  name: 'keys',
  priority: 1100,
  addProseMirrorPlugins: () => [history()],
  addKeyboardShortcuts() {
    const doing =
      (...commands: Command[]) =>
      (): boolean =>
        press(this.editor, ...commands)
    const endPlainLine = toPlainLine((isEmpty) => isEmpty, ['heading', 'point'])
    const deleteBack = doing(
      deletePiece('before'),
      toPlainLine(() => true, ['heading', 'point']),
    )
    return {
      Enter: doing(endPlainLine),
      'Shift-Enter': doing(breakLine, endPlainLine, splitBlock),
      Backspace: deleteBack,
      'Shift-Backspace': deleteBack,
      Delete: doing(deletePiece('after')),
      'Mod-b': doing(toggleBold),
      'Mod-Alt-1': doing(toggleLines('heading')),
      'Mod-Shift-8': doing(toggleLines('point')),
      'Mod-z': doing(undo),
      'Mod-Shift-z': doing(redo),
      'Mod-y': doing(redo),
    }
  },
})
