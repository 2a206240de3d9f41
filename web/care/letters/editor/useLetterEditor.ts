import { Editor } from '@tiptap/core'
import { Slice, type Schema } from '@tiptap/pm/model'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { Blanks } from './blanks.ts'
import { Keys } from './keys.ts'
import { docOf, wordsToKeep, type LetterDoc } from './letterDoc.ts'
import { nodesOf } from './nodes.ts'
import { plainDress } from './pastedHtml.ts'
import { settling } from './settle.ts'

interface LetterEditing {
  /** What is in it when it opens. */
  words: string
  hasPieces: boolean
  /** Of the element that is typed into. */
  attributes: Record<string, string>
  onChange: (words: string) => void
}

const editorOf = ({ words, hasPieces }: LetterEditing): Editor =>
  new Editor({
    element: null,
    // Its style is with ours: the page allows none that a script brings.
    injectCSS: false,
    extensions: [...nodesOf(hasPieces), Keys, settling(hasPieces), Blanks],
    content: docOf(words, hasPieces),
  })

/** Plain text that is pasted is read as a letter is. */
const sliceOf = (schema: Schema, text: string, hasPieces: boolean): Slice =>
  Slice.maxOpen(schema.nodeFromJSON(docOf(text, hasPieces)).content)

/** An editor of a letter's words, in the element that the reference is given to. */
export const useLetterEditor = (editing: LetterEditing): [Editor, RefObject<HTMLDivElement | null>] => {
  const [opened] = useState(editing)
  const [editor] = useState(() => editorOf(editing))
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(editing.onChange)
  useEffect(() => {
    latest.current = editing.onChange
  })
  const named = JSON.stringify(editing.attributes)
  useEffect(() => {
    editor.setOptions({
      editorProps: {
        attributes: JSON.parse(named) as Record<string, string>,
        // What is moved inside the editor keeps its pieces.
        transformPastedHTML: (html) => (html.includes('data-pm-slice') ? html : plainDress(html)),
        clipboardTextParser: (text, _, __, view) => sliceOf(view.state.schema, text, opened.hasPieces),
      },
    })
  }, [editor, named, opened])
  useEffect(() => {
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
