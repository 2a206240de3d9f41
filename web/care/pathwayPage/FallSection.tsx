import { today } from '../../../contract/platform/dates/dates.ts'
import { type Fall, fallDayInWords, fallInWords } from '../../../contract/pathways/records/fall.ts'
import {
  fallAdvice,
  fallsInYear,
  fallsInYearInWords,
} from '../../../contract/pathways/records/fallReading.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { useMay } from '../../platform/session/session.ts'
import { Sentence } from '../../platform/ui/Sentence.tsx'
import { RecordSection } from './RecordSection.tsx'
import type { Column } from '../../platform/ui/StackedTable.tsx'
import { Maybe } from './RecordTable.tsx'

const whereOf = ({ place, activity }: Fall): string => [place, activity].filter(Boolean).join('; ')

/** Details of a fall, for staff only. */
const told: readonly Column<Fall>[] = [
  { title: 'Where and doing what', cell: (fall) => <Maybe value={whereOf(fall)} /> },
  {
    title: 'What came of it',
    cell: (fall) => (
      <div className="sf-wide">
        <Maybe value={fallInWords(fall).replace(/^[a-z]/, (first) => first.toUpperCase())} />
        {fallAdvice(fall).map((words) => (
          <div className="sf-quiet" key={words}>
            {words}
          </div>
        ))}
      </div>
    ),
  },
]

/** Falls, latest first, and how many there were in the last 12 months. */
export const FallSection = () => {
  const { fall: falls, followup } = usePathway()
  const mayReadTold = useMay('patient.read')
  const isToldInCalls = followup.some(({ fallsSinceContact }) => (fallsSinceContact ?? 0) > 0)
  return (
    <RecordSection
      kind="fall"
      shownAtFirst={3}
      columns={[
        { title: 'Day', cell: (fall) => <Sentence>{fallDayInWords(fall)}</Sentence> },
        ...(mayReadTold ? told : []),
      ]}
      below={() => (
        <p>
          <strong>{fallsInYearInWords(fallsInYear(falls, today()))}</strong>
          {isToldInCalls &&
            ' Falls reported in follow-up calls are not counted here: they are shown with the calls, and may be the same.'}
        </p>
      )}
    />
  )
}
