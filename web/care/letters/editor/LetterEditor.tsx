import { useEffect, useRef } from 'react'
import '../../../platform/styles/letterEditor.scss'
import { EditorToolbar } from './EditorToolbar.tsx'
import { InsertField } from './InsertField.tsx'
import { useLetterEditor } from './useLetterEditor.ts'

export interface LetterEditorProps {
  id: string
  label: string
  hint?: string | undefined
  /** '' if there is no error. */
  message: string
  /** The text when the editor opens. */
  words: string
  /** True for a template, which has fields in double braces. */
  hasFields: boolean
  onChange: (words: string) => void
}

/** Edits the text of a letter as it will look. */
export const LetterEditor = ({ id, label, hint, message, words, hasFields, onChange }: LetterEditorProps) => {
  const isWrong = message !== ''
  const described = [
    ...(hint === undefined ? [] : [`${id}--hint`]),
    ...(isWrong ? [`${id}--error-message`] : []),
  ]
  const [editor, place] = useLetterEditor({
    words,
    hasPieces: hasFields,
    attributes: {
      id,
      class: `nhsuk-textarea sf-words${isWrong ? ' nhsuk-textarea--error' : ''}`,
      'aria-multiline': 'true',
      'aria-labelledby': `${id}--label`,
      ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
      ...(isWrong && { 'aria-invalid': 'true' }),
    },
    onChange,
  })
  // A label only focuses form controls by itself, and the editor is not one. Mouse only: a keyboard user does not
  // need it.
  const name = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const shown = name.current
    const focus = (): void => editor.view.focus()
    shown?.addEventListener('click', focus)
    return () => shown?.removeEventListener('click', focus)
  }, [editor])
  return (
    <div className={`nhsuk-form-group ${isWrong ? 'nhsuk-form-group--error' : ''}`}>
      <span className="nhsuk-label" id={`${id}--label`} ref={name}>
        {label}
      </span>
      {hint !== undefined && (
        <div className="nhsuk-hint" id={`${id}--hint`}>
          {hint}
        </div>
      )}
      {isWrong && (
        <span className="nhsuk-error-message" id={`${id}--error-message`}>
          <span className="nhsuk-u-visually-hidden">Error: </span>
          {message}
        </span>
      )}
      <EditorToolbar editor={editor} controls={id} />
      {hasFields && <InsertField editor={editor} />}
      <div ref={place} />
    </div>
  )
}
