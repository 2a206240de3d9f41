import { useId } from 'react'
import type { Compared } from '../../../contract/exchange/pds/compare.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'

export type Side = 'ours' | 'theirs'

/** What is chosen before the user chooses: what PDS says where there is nothing, else what is there. */
export const usualSide = ({ ours, accept, endedOn }: Compared): Side =>
  ours === '' && accept !== null && endedOn === null ? 'theirs' : 'ours'

interface ChoicesProps {
  rows: readonly Compared[]
  sideOf: (row: Compared) => Side
  choose: (part: string, side: Side) => void
}

/** What is typed beside what PDS says, with a choice for each field. */
export const Choices = ({ rows, sideOf, choose }: ChoicesProps) => {
  const group = useId()
  return (
    <table className="sf-compare sf-compare--records">
      <caption className="nhsuk-u-visually-hidden">What is typed here, and what PDS says</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">Here</th>
          <th scope="col">PDS</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.part}>
            <th scope="row">{row.label}</th>
            {(['ours', 'theirs'] as const).map((side) => (
              <td key={side} translate="no">
                {row.isSame || row.accept === null ? (
                  <Words row={row} side={side} />
                ) : (
                  <div className="nhsuk-radios nhsuk-radios--small">
                    <div className="nhsuk-radios__item">
                      <input
                        className="nhsuk-radios__input"
                        type="radio"
                        id={`${group}${row.part}-${side}`}
                        name={`${group}${row.part}`}
                        checked={sideOf(row) === side}
                        onChange={() => choose(row.part, side)}
                      />
                      <label
                        className="nhsuk-label nhsuk-radios__label"
                        htmlFor={`${group}${row.part}-${side}`}
                      >
                        <span className="nhsuk-u-visually-hidden">
                          {row.label}, {side === 'ours' ? 'here' : 'PDS'}:{' '}
                        </span>
                        <Words row={row} side={side} />
                      </label>
                    </div>
                  </div>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What one side says. */
export const Words = ({ row, side }: { row: Compared; side: Side }) => (
  <>
    {row[side] === '' ? <span className="sf-missing">Nothing</span> : row[side]}
    {side === 'theirs' && row.endedOn !== null && (
      <span className="sf-compare__note">Ended on {formatDate(row.endedOn)}</span>
    )}
  </>
)
