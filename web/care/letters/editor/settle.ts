import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state'
import { docOf, looksOf, wordsOf, type LetterDoc } from './letterDoc.ts'

/*
 * The editor always shows what is stored. Some typed text would be parsed differently the next time, such as a line
 * that starts with a hyphen, or braces typed by hand. The editor converts it at once.
 */

/** A character that nobody types. Marks the cursor while the text is parsed again. */
const cursor = '\uFDD0'

const asLetter = (doc: Node): LetterDoc => doc.toJSON() as LetterDoc

const placeOfCursor = (doc: Node): number | null => {
  let found: number | null = null
  doc.descendants((node, position) => {
    const at = node.text?.indexOf(cursor) ?? -1
    if (at !== -1) found ??= position + at
  })
  return found
}

/** A transaction that replaces the document with its text parsed again; null if it already looks the same. */
const settled = (state: EditorState, hasPieces: boolean): Transaction | null => {
  const asRead = (doc: Node): LetterDoc => docOf(wordsOf(asLetter(doc)), hasPieces)
  const looks = looksOf(asRead(state.doc))
  if (looks === looksOf(asLetter(state.doc))) return null
  const { $head, head } = state.selection
  const put = (read: LetterDoc): Transaction => {
    const tr = state.tr.replaceWith(0, state.doc.content.size, state.schema.nodeFromJSON(read).content)
    // Bold typed with stars ends at the closing stars.
    return tr.setStoredMarks([])
  }
  if ($head.parent.inlineContent) {
    const tr = put(asRead(state.tr.insertText(cursor, head).doc))
    const place = placeOfCursor(tr.doc)
    if (place !== null) {
      tr.delete(place, place + cursor.length)
      if (looksOf(asLetter(tr.doc)) === looks)
        return tr.setSelection(TextSelection.create(tr.doc, place)).setStoredMarks([])
    }
  }
  const tr = put(asRead(state.doc))
  return tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(head, tr.doc.content.size)), -1))
}

export const settling = (hasPieces: boolean) =>
  Extension.create({
    name: 'settling',
    addProseMirrorPlugins: () => [
      new Plugin({
        appendTransaction: (transactions, _, state) => {
          // Do not change the text during composition: a character built from several keys must not disappear while
          // it is typed.
          const isComposing = transactions.some((each) => each.getMeta('composition') !== undefined)
          if (isComposing || !transactions.some(({ docChanged }) => docChanged)) return null
          return settled(state, hasPieces)
        },
      }),
    ],
  })
