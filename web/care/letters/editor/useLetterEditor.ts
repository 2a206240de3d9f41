import { Editor } from '@tiptap/core'
import { Slice, type Schema } from '@tiptap/pm/model'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { Blanks } from './blanks.ts'
import { Keys } from './keys.ts'
import { docOf, wordsToKeep, type LetterDoc } from './letterDoc.ts'
import { nodesOf } from './nodes.ts'
import { plainDress } from './pastedHtml.ts'
import { settling } from './settle.ts'

interface LetterEditing {
  /** The text when the editor opens. */
  words: string
  hasPieces: boolean
  /** Attributes of the editable element. */
  attributes: Record<string, string>
  onChange: (words: string) => void
}

const editorOf = ({ words, hasPieces }: LetterEditing): Editor =>
  new Editor({
    element: null,
    // The editor's CSS is part of our own stylesheet, because the page allows no style added by a script.
    injectCSS: false,
    extensions: [...nodesOf(hasPieces), Keys, settling(hasPieces), Blanks],
    content: docOf(words, hasPieces),
  })

/** Parses pasted plain text like the text of a letter. */
const sliceOf = (schema: Schema, text: string, hasPieces: boolean): Slice =>
  Slice.maxOpen(schema.nodeFromJSON(docOf(text, hasPieces)).content)

/** Creates an editor for a letter's text inside the element that receives the ref. */
export const useLetterEditor = (editing: LetterEditing): [Editor, RefObject<HTMLDivElement | null>] => {
  const [opened] = useState(editing)
  const [editor] = useState(() => editorOf(editing))
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(editing.onChange)
  useEffect(() => {
    latest.current = editing.onChange
  })
  const named = JSON.stringify(editing.attributes)
  // Before the page is painted: the label and the toolbar refer to the text, so it must be there when they are.
  useLayoutEffect(() => {
    editor.setOptions({
      editorProps: {
        attributes: JSON.parse(named) as Record<string, string>,
        // Content moved within the editor keeps its pieces.
        transformPastedHTML: (html) => (html.includes('data-pm-slice') ? html : plainDress(html)),
        clipboardTextParser: (text, _, __, view) => sliceOf(view.state.schema, text, opened.hasPieces),
      },
    })
  }, [editor, named, opened])
  useLayoutEffect(() => {
    const keep = (): void =>
      latest.current(wordsToKeep(editor.getJSON() as LetterDoc, opened.words, opened.hasPieces))
    editor.on('update', keep)
    if (place.current !== null) editor.mount(place.current)
    return () => {
      editor.off('update', keep)
      editor.unmount()
    }
  }, [editor, opened])
  return [editor, place]
}
