import { useState } from 'react'
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form'

interface QuickPhrasesProps<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>
  /** The field that the phrases are added to. */
  name: FieldPath<In>
  /** The label of that field. */
  label: string
  phrases: readonly string[]
}

/** Buttons that append a sentence to a text, one per click. Nothing is added without a click. */
export const QuickPhrases = <In extends FieldValues, Out>({
  form,
  name,
  label,
  phrases,
}: QuickPhrasesProps<In, Out>) => {
  const [said, setSaid] = useState('')
  const put = (phrase: string): void => {
    const text = String(form.getValues(name) ?? '')
    const gap = text === '' || /\s$/.test(text) ? '' : ' '
    form.setValue(name, `${text}${gap}${phrase}` as FieldPathValue<In, FieldPath<In>>, { shouldDirty: true })
    setSaid(`Put into ${label}: ${phrase}`)
  }
  return (
    <div className="sf-phrases" role="group" aria-labelledby={`${name}-phrases`}>
      <span className="nhsuk-hint" id={`${name}-phrases`}>
        Quick phrases, put at the end of the {label.toLowerCase()}
      </span>
      <div className="sf-phrases__buttons">
        {phrases.map((phrase) => (
          <button type="button" key={phrase} className="sf-button" onClick={() => put(phrase)}>
            {phrase}
          </button>
        ))}
      </div>
      <span className="nhsuk-u-visually-hidden" role="status">
        {said}
      </span>
    </div>
  )
}
