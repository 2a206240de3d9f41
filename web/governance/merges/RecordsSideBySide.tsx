import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { notRecorded } from '../../../contract/platform/words/format.ts'
import {
  mergeFieldNames,
  mergeFields,
  nameOfSide,
  type MergeFieldName,
  type MergeSide,
} from '../../../contract/governance/merge.ts'

interface RecordsProps {
  first: MergeSide
  later: MergeSide
  /** Renders a field in which the two differ, with the choice between them. Without it they are only shown. */
  choose?: (name: MergeFieldName, which: 'first' | 'later', shown: string) => ReactNode
  /** A note beside the name of a field. */
  note?: (name: MergeFieldName) => ReactNode
}

/** Every field of two records. Differences are named in words, because colour alone says nothing. */
export const RecordsSideBySide = ({ first, later, choose, note }: RecordsProps) => (
  <table className="sf-compare sf-compare--records">
    <caption className="nhsuk-u-visually-hidden">Both records</caption>
    <thead>
      <tr>
        <td />
        <Head title="Registered first" side={first} />
        <Head title="Registered later" side={later} />
      </tr>
    </thead>
    <tbody>
      {mergeFieldNames.map((name) => {
        const { label, show } = mergeFields[name]
        const [one, other] = [show(first), show(later)]
        const differs = one !== other
        const draw = (which: 'first' | 'later', value: string | null): ReactNode =>
          differs && choose !== undefined
            ? choose(name, which, value ?? notRecorded)
            : (value ?? <span className="sf-missing">{notRecorded}</span>)
        return (
          <tr key={name}>
            <th scope="row">
              {label}
              {differs && <strong> differs</strong>}
              {note?.(name)}
            </th>
            <td>{draw('first', one)}</td>
            <td>{draw('later', other)}</td>
          </tr>
        )
      })}
      <tr>
        <th scope="row">Recorded</th>
        {[first, later].map((side) => (
          <td key={side.id}>{side.holds.length === 0 ? 'Nothing yet' : held(side)}</td>
        ))}
      </tr>
    </tbody>
  </table>
)

/** The counts for use in a sentence, such as '2 referrals, 1 BMI'. */
export const held = ({ holds }: Pick<MergeSide, 'holds'>): string =>
  holds.length === 0 ? 'nothing' : holds.map(({ what, count }) => `${count} ${what}`).join(', ')

const Head = ({ title, side }: { title: string; side: MergeSide }) => (
  <th scope="col">
    <span className="sf-quiet">{title}</span>
    <br />
    <Link to="/falls/patient/view" search={{ id: side.id }} translate="no">
      {nameOfSide(side)}
    </Link>
  </th>
)
