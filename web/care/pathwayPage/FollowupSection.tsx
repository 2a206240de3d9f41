import { formatDate } from '../../../contract/platform/words/format.ts'
import { outcomeTitle } from '../../../contract/stages/callOutcome.ts'
import { fallInWords, type Followup } from '../../../contract/pathways/records/followup.ts'
import { timesOfDay } from '../../../contract/pathways/records/timeOfDay.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { CallOfferNotice } from './CallOfferNotice.tsx'
import { RecordSection } from './RecordSection.tsx'

/** Every call, whether or not it reached the patient. An attempt is shown and marked as not counting. */
export const FollowupSection = () => {
  const { stage } = usePathway()
  const isLeftOut = ({ id }: Followup): boolean =>
    stage.open && stage.callsCountFrom !== null && !stage.countedCalls.includes(id)
  return (
    <RecordSection
      kind="followup"
      columns={[
        {
          title: 'Call date',
          cell: ({ callDate }) => <span className="sf-nowrap">{formatDate(callDate)}</span>,
        },
        {
          title: 'Outcome',
          cell: (record) => (
            <>
              {outcomeTitle(record.outcome) ?? 'Reached'}
              {isLeftOut(record) && <div className="sf-quiet">Does not count as a follow-up</div>}
            </>
          ),
        },
        {
          title: 'What was told',
          cell: (record) => (
            <div className="sf-wide">
              {toldOf(record).map((line) => (
                <div key={line}>{line}</div>
              ))}
              {record.note !== null && <div className="sf-text">{record.note}</div>}
            </div>
          ),
        },
        { title: 'Clinician', isName: true, cell: ({ names }) => names.clinician },
      ]}
      below={() => <CallOfferNotice />}
    />
  )
}

const toldOf = (record: Followup): string[] => {
  const { fallsSinceContact: count, falls, redFlagHeard, redFlagText, letterSentDate, nextTryDate } = record
  const time = timesOfDay.find(({ code }) => code === record.nextTryTime)?.title.toLowerCase()
  return [
    redFlagHeard === true ? `Red flag: ${redFlagText ?? 'not described'}` : '',
    count === null
      ? ''
      : [
          `${count === 1 ? '1 fall' : `${count} falls`} since the last contact`,
          ...falls.map(fallInWords),
        ].join('; '),
    record.exerciseHours === null ? '' : `Exercises ${record.exerciseHours} hours a week`,
    record.confidence === null ? '' : `Confidence ${record.confidence} of 10`,
    record.equipmentInUse === null ? '' : `Uses ${record.equipmentInUse}`,
    nextTryDate === null ? '' : `Next try ${formatDate(nextTryDate)}${time === undefined ? '' : `, ${time}`}`,
    letterSentDate === null ? '' : `Letter “cannot reach you” sent ${formatDate(letterSentDate)}`,
  ].filter(Boolean)
}
