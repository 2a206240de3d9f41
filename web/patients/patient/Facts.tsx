import { notRecorded } from '../../../contract/platform/words/format.ts'
import type { Fact } from './partFacts.ts'
import { Telephone } from '../../platform/ui/Telephone.tsx'

/** What says who somebody is; a browser that translates the page leaves it as it is. */
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
