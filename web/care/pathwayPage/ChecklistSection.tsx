import { formatDate } from '../../../contract/platform/words/format.ts'
import type { PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import {
  checklistParts,
  findingOf,
  finishedInWords,
  partStates,
  partsThatAre,
  type FallsChecklist,
  type PartState,
} from '../../../contract/pathways/records/fallsChecklist.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { RecordSection } from './RecordSection.tsx'

const stateInWords = (state: PartState | null): string =>
  (partStates.find(({ code }) => code === state)?.title ?? 'Not finished').toLowerCase()

/** True if the latest check-list is unfinished, in which case it is the one to continue. */
export const isChecklistUnderWay = ({ fallsChecklist: [latest] }: PathwayView): boolean =>
  latest !== undefined && partsThatAre(latest, null).length > 0

/** The parts of a falls assessment with their findings. */
export const ChecklistSection = () => {
  return (
    <RecordSection
      kind="fallsChecklist"
      mayAdd={!isChecklistUnderWay(usePathway())}
      columns={[
        {
          title: 'Date',
          cell: ({ assessmentDate }) => <span className="sf-nowrap">{formatDate(assessmentDate)}</span>,
        },
        { title: 'Finished', cell: (record) => <Parts record={record} /> },
        { title: 'Clinician', isName: true, cell: ({ names }) => names.clinician },
      ]}
    />
  )
}

/** Lists what was referred or found, and what is left. Parts done without a finding need no line. */
const Parts = ({ record }: { record: FallsChecklist }) => {
  const left = partsThatAre(record, null)
  return (
    <div className="sf-wide">
      {finishedInWords(record)}
      <ul className="sf-findings">
        {checklistParts
          .filter(({ field }) => record[field] === 'referred' || record[findingOf(field)] !== null)
          .map(({ field, title }) => (
            <li key={field}>
              {title}: {stateInWords(record[field])}
              {record[findingOf(field)] !== null && (
                <span className="sf-text">, {record[findingOf(field)]}</span>
              )}
            </li>
          ))}
      </ul>
      {left.length > 0 && <div className="sf-quiet">Not finished: {left.join('; ')}</div>}
    </div>
  )
}
