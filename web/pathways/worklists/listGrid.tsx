import { withheldWords } from '../../../contract/platform/calls/withheld.ts'
import { doNotCallWords } from '../../../contract/patients/flags/chips.ts'
import { formatDate, notRecorded } from '../../../contract/platform/words/format.ts'
import {
  extraColumns,
  stageColumn,
  type ExtraColumnName,
  type WorkListRow,
} from '../../../contract/pathways/worklists/listColumns.ts'
import type { DueGroup } from '../../../contract/stages/dueGroup.ts'
import { unowned } from '../../../contract/pathways/unowned.ts'
import type { GridColumn } from '../../platform/ui/gridColumn.ts'
import { SaidOfWait } from './SaidOfWait.tsx'
import { Telephone } from '../../platform/ui/Telephone.tsx'

type Shown = Pick<GridColumn<WorkListRow>, 'width' | 'show' | 'orders'>

const missing = <span className="sf-missing">{notRecorded}</span>

/** Only late rows are coloured, and always with the word. */
const lookOf = (group: DueGroup): string => (group === 'late' ? 'sf-late' : 'sf-when')

/** How to display each extra column. Every column in the registry needs an entry here. */
const looks: Record<ExtraColumnName, Shown> = {
  waiting: { width: 67, orders: ['longest first', 'shortest first'] },
  due: {
    width: 104,
    show: ({ due, dueGroup, dueWords }) => (
      <>
        {due !== null && <span className="sf-nowrap">{formatDate(due)}</span>}{' '}
        <span className={lookOf(dueGroup)}>{dueWords}</span>
      </>
    ),
    orders: ['earliest first', 'latest first'],
  },
  dueWords: { width: 130 },
  owner: {
    width: 170,
    show: ({ owner }) => (
      <span className="sf-grid__words" translate={owner === null ? undefined : 'no'}>
        {owner ?? unowned}
      </span>
    ),
  },
  telephone: {
    // A number that was typed in three groups, such as 01632 960 301, fits.
    width: 108,
    show: ({ telephone, doNotCall, isWithheld }) =>
      isWithheld === true && !doNotCall ? (
        withheldWords
      ) : doNotCall ? (
        <strong className="sf-nowrap">{doNotCallWords}</strong>
      ) : telephone === null ? (
        missing
      ) : (
        <Telephone said={telephone} />
      ),
  },
}

/** The columns after the usual eight: the chosen ones, and the list's name if several lists are shown. */
export const extraGridColumns = (
  chosen: readonly ExtraColumnName[],
  hasSeveral: boolean,
): GridColumn<WorkListRow>[] => [
  ...(hasSeveral ? [{ ...stageColumn, width: 190 }] : []),
  ...chosen.map((name) => ({ ...extraColumns[name], ...looks[name] })),
]

/** Shown beside the name, which stays in view when the list is scrolled sideways. */
export const dueMark = ({ dueGroup, dueWords, saidOfWait = null }: WorkListRow) =>
  (dueGroup !== 'later' || saidOfWait !== null) && (
    // On screen each is below the name; the spaces separate them for screen readers.
    <>
      {dueGroup !== 'later' && ' '}
      {dueGroup !== 'later' && <span className={lookOf(dueGroup)}>{dueWords}</span>}
      {saidOfWait !== null && ' '}
      {saidOfWait !== null && <SaidOfWait said={saidOfWait} />}
    </>
  )
