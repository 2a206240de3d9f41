import { useState } from 'react'
import { fileKinds, type FileKindName } from '../../../contract/pathways/document.ts'

interface FileChooserProps {
  kinds: readonly FileKindName[]
  /** Shown as the field's error. */
  problem: string
  onChoose: (files: readonly File[]) => void
}

const endingsOf = (kinds: readonly FileKindName[]): string =>
  kinds.flatMap((kind) => fileKinds[kind].endings.map((ending) => `.${ending}`)).join(',')
const either = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/**
 * Accepts files from the browser's own chooser, which works with keyboards and screen readers, or dropped on the field.
 */
export const FileChooser = ({ kinds, problem, onChoose }: FileChooserProps) => {
  const [isOver, setOver] = useState(false)
  return (
    <div className={`nhsuk-form-group ${problem === '' ? '' : 'nhsuk-form-group--error'}`}>
      <label className="nhsuk-label" htmlFor="file">
        Files
      </label>
      <div className="nhsuk-hint" id="file-hint">
        {either.format(kinds.map((kind) => fileKinds[kind].title))}, up to 10 MB each. You can choose several.
      </div>
      {problem !== '' && (
        <span className="nhsuk-error-message" id="file-error">
          <span className="nhsuk-u-visually-hidden">Error:</span> {problem}
        </span>
      )}
      <div
        className={`sf-drop ${isOver ? 'sf-drop--over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          onChoose([...event.dataTransfer.files])
        }}
      >
        <input
          className="nhsuk-u-visually-hidden"
          id="file"
          type="file"
          multiple
          accept={endingsOf(kinds)}
          aria-describedby={`file-hint${problem === '' ? '' : ' file-error'}`}
          onChange={({ currentTarget }) => {
            onChoose([...(currentTarget.files ?? [])])
            // Lets the user choose the same file again after removing it.
            currentTarget.value = ''
          }}
        />
        {/* The browser's own button would keep saying that no file is chosen. */}
        <label className="sf-button" htmlFor="file">
          Choose files
        </label>{' '}
        <span className="sf-quiet" aria-hidden="true">
          or drop them here
        </span>
      </div>
    </div>
  )
}
