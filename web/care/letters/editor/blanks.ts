import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

const blanksIn = (doc: Node): DecorationSet => {
  const found: Decoration[] = []
  doc.descendants((node, position) => {
    if (!node.isTextblock) return true
    // A piece counts as one character here, as it does in positions.
    const text = node.textBetween(0, node.content.size, undefined, '\uFFFC')
    for (const { 0: words, index } of text.matchAll(/\[[^[\]\n]+\]/g)) {
      const from = position + 1 + index
      found.push(Decoration.inline(from, from + words.length, { class: 'sf-blank' }))
    }
    return false
  })
  return DecorationSet.create(doc, found)
}

/** Highlights the text in square brackets that still has to be filled in. */
export const Blanks = Extension.create({
  name: 'blanks',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      state: {
        init: (_, { doc }) => blanksIn(doc),
        apply: (tr, shown) => (tr.docChanged ? blanksIn(tr.doc) : shown),
      },
      props: {
        decorations(state) {
          return this.getState(state)
        },
      },
    }),
  ],
})
