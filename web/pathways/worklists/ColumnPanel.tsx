import { extraColumns, type ExtraColumnName } from '../../../contract/pathways/worklists/listColumns.ts'
import { choosable } from './shownColumns.ts'

interface ColumnPanelProps {
  shown: readonly ExtraColumnName[]
  choose: (name: ExtraColumnName, isShown: boolean) => void
}

/** Chooses the columns shown after the eight that every list has. */
export const ColumnPanel = ({ shown, choose }: ColumnPanelProps) => (
  <fieldset className="sf-ticks">
    <legend>Columns behind the usual eight</legend>
    {choosable.map((name) => (
      <label key={name}>
        <input
          type="checkbox"
          checked={shown.includes(name)}
          onChange={({ target }) => choose(name, target.checked)}
        />
        {extraColumns[name].title}
      </label>
    ))}
  </fieldset>
)
