import { useEffect, useState, type ComponentType } from 'react'
import type { FieldPathValue, FieldPath, FieldValues } from 'react-hook-form'
import { messageOf, type FieldProps } from '../../../platform/ui/fields.tsx'
import { LoadingState } from '../../../platform/ui/LoadingState.tsx'
import { TextAreaField } from '../../../platform/ui/TextAreaField.tsx'
import type { LetterEditorProps } from './LetterEditor.tsx'

interface Editing {
  LetterEditor: ComponentType<LetterEditorProps>
}

/** Loads the editor only with the first screen that needs it. */
const useEditing = (): Editing | 'loading' | 'missing' => {
  const [editing, setEditing] = useState<Editing | 'loading' | 'missing'>('loading')
  useEffect(() => {
    let isShown = true
    const show = (found: Editing | 'missing'): void => {
      if (isShown) setEditing(found)
    }
    // Whatever the reason in the browser, the text can be edited without the editor.
    import('./LetterEditor.tsx').then(show, () => show('missing'))
    return () => {
      isShown = false
    }
  }, [])
  return editing
}

/** @param hasFields true for a template, which has fields in double braces */
interface LetterTextFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out> {
  hasFields?: boolean
}

/** The text of a letter or template. */
export const LetterTextField = <In extends FieldValues, Out>({
  hasFields = false,
  ...field
}: LetterTextFieldProps<In, Out>) => {
  const { form, name, label, hint } = field
  const editing = useEditing()
  if (editing === 'loading') return <LoadingState what="editor" />
  if (editing === 'missing')
    return (
      <TextAreaField
        {...field}
        hint="The editor could not be loaded. A line that begins with # is a heading, with - a point of a list, and words between ** are bold"
        rows={20}
      />
    )
  const { LetterEditor } = editing
  return (
    <LetterEditor
      id={name}
      label={label}
      hint={hint}
      message={messageOf(form, name)}
      words={form.getValues(name)}
      hasFields={hasFields}
      onChange={(words) =>
        form.setValue(name, words as FieldPathValue<In, FieldPath<In>>, { shouldDirty: true })
      }
    />
  )
}
