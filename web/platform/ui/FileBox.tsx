import type { FieldValues } from 'react-hook-form'
import { z } from 'zod'
import { messageOf, type FieldProps } from './fields.tsx'

/** The one file that the user chose. It is required. */
export const chosenFile = z
  .custom<FileList>((value) => (value as FileList | null | undefined)?.[0] !== undefined, {
    error: 'File required',
  })
  .transform((files) => files[0] as File)

/** A field for a comma-separated file. */
export const FileBox = <In extends FieldValues, Out>({ form, name, label, hint }: FieldProps<In, Out>) => {
  const problem = messageOf(form, name)
  return (
    <div className={`nhsuk-form-group ${problem === '' ? '' : 'nhsuk-form-group--error'}`}>
      <label className="nhsuk-label" htmlFor={name}>
        {label}
      </label>
      <div className="nhsuk-hint" id={`${name}-hint`}>
        {hint}
      </div>
      {problem !== '' && (
        <span className="nhsuk-error-message" id={`${name}-error`}>
          <span className="nhsuk-u-visually-hidden">Error: </span>
          {problem}
        </span>
      )}
      <input
        id={name}
        type="file"
        className="sf-file"
        accept=".csv,.txt,text/csv"
        aria-describedby={problem === '' ? `${name}-hint` : `${name}-hint ${name}-error`}
        {...form.register(name)}
      />
    </div>
  )
}

export interface Progress {
  done: number
  all: number
}

/** Shows how much of a file has been sent. */
export const Sending = ({ progress, words }: { progress: Progress | null; words: string }) => (
  <div role="status">
    {progress !== null && (
      <p>
        <label htmlFor="upload">{words}</label>{' '}
        <progress id="upload" value={progress.done} max={progress.all} />
      </p>
    )}
  </div>
)
