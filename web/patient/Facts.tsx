import { notRecorded } from '../../contract/format.ts'
import type { Fact } from './partFacts.ts'
import { Telephone } from '../ui/Telephone.tsx'

/** Labels and values, side by side. */
export const Facts = ({ rows }: { rows: readonly Fact[] }) => (
  <dl className="sf-facts">
    {rows.map(([label, value, isRung]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd className={value === notRecorded ? 'sf-missing' : ''}>
          {isRung === true ? <Telephone said={value} /> : value}
        </dd>
      </div>
    ))}
  </dl>
)
