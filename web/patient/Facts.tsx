import { notRecorded } from '../../contract/format.ts'
import type { Fact } from './partFacts.ts'

/** Labels and values, side by side. */
export const Facts = ({ rows }: { rows: readonly Fact[] }) => (
  <dl className="sf-facts">
    {rows.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd className={value === notRecorded ? 'sf-missing' : ''}>{value}</dd>
      </div>
    ))}
  </dl>
)
