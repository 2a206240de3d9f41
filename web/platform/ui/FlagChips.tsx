import type { FlagChip } from '../../../contract/patients/flags/chips.ts'

/**
 * The flags that a user must see before anything else about a patient. They are in words, so that no chip depends on
 * its colour.
 */
export const FlagChips = ({ chips }: { chips: readonly FlagChip[] }) =>
  chips.length === 0 ? null : (
    <ul className="sf-chips" aria-label="Flags">
      {chips.map(({ kind, text, late }) => (
        <li key={kind} className={`sf-chip sf-chip--${kind}`}>
          {text}
          {late !== null && <span className="sf-chip__late">, {late}</span>}
        </li>
      ))}
    </ul>
  )
