import type { Editor } from '@tiptap/core'
import { useId, useState } from 'react'
import { mergeFieldNames, mergeFields } from '../../../../contract/care/letters/mergeFields.ts'
import { insertField, insertPart } from './insertPiece.ts'
import { press } from './keys.ts'

/** Kinds of piece that can be inserted for a field. Inserting the start of a part also inserts its end. */
const kinds = [
  { sign: '', title: 'Filled in for each patient' },
  { sign: '#', title: 'Words only if this is recorded' },
  { sign: '^', title: 'Words only if this is not recorded' },
] as const

export const InsertField = ({ editor }: { editor: Editor }) => {
  const id = useId()
  const [chosen, choose] = useState<string>(mergeFieldNames[0] ?? '')
  const insert = (): void => {
    const [, sign = '', name = ''] = /^([#^]?)(.*)$/.exec(chosen) ?? []
    press(editor, sign === '' ? insertField(name) : insertPart(sign, name))
    editor.view.focus()
  }
  return (
    <div className="sf-words-field">
      <div>
        <label className="nhsuk-label" htmlFor={id}>
          Field
        </label>
        <select
          id={id}
          className="nhsuk-select"
          value={chosen}
          onChange={({ target }) => choose(target.value)}
        >
          {kinds.map(({ sign, title }) => (
            <optgroup key={sign} label={title}>
              {mergeFieldNames.map((name) => (
                <option key={name} value={`${sign}${name}`}>
                  {mergeFields[name].title}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </div>
      <button type="button" className="sf-button" onClick={insert}>
        Insert field
      </button>
    </div>
  )
}
