import type { LaunchPerson } from '../../../contract/exchange/launch.ts'
import { formatBorn, formatName, formatNhsNumber } from '../../../contract/platform/words/format.ts'

/** Who an app may read about, as the banner of a patient says it. */
export const Person = ({ person }: { person: LaunchPerson }) => (
  <dl className="sf-facts">
    <div>
      <dt>Name</dt>
      <dd translate="no">
        <strong>{formatName(person)}</strong>
      </dd>
    </div>
    <div>
      <dt>Born</dt>
      <dd>{formatBorn(person.dateOfBirth)}</dd>
    </div>
    <div>
      <dt>NHS number</dt>
      <dd>{formatNhsNumber(person.nhsNumber)}</dd>
    </div>
  </dl>
)
