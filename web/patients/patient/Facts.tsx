import { notRecorded } from '../../../contract/platform/words/format.ts'
import type { Fact } from './partFacts.ts'
import { Telephone } from '../../platform/ui/Telephone.tsx'

/** Values that identify a person: a browser that translates the page must leave them alone. */
const identities: ReadonlySet<string> = new Set(['Name', 'NHS number'])

/** Labels and values, side by side. */
export const Facts = ({ rows }: { rows: readonly Fact[] }) => (
  <dl className="sf-facts">
    {rows.map(([label, value, isRung]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd
          className={value === notRecorded ? 'sf-missing' : ''}
          translate={identities.has(label) && value !== notRecorded ? 'no' : undefined}
        >
          {isRung === true ? <Telephone said={value} /> : value}
        </dd>
      </div>
    ))}
  </dl>
)
