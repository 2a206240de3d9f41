import { formatDate } from '../../../contract/platform/words/format.ts'
import { resultInWords, type MeasureRecord } from '../../../contract/pathways/records/measure.ts'
import { measuresDue } from '../../../contract/pathways/records/measureDue.ts'
import { readingOf } from '../../../contract/pathways/records/measureReading.ts'
import { aidTitle, measureOf } from '../../../contract/pathways/records/measures.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { useAboutPatient } from '../../pathways/records/useAboutPatient.ts'
import { FirstAgainstLatest } from './FirstAgainstLatest.tsx'
import { RecordSection } from './RecordSection.tsx'
import { Maybe } from './RecordTable.tsx'

/** Measures: first against latest, what is due, and every value below. */
export const MeasuresSection = () => (
  <RecordSection
    kind="measure"
    above={
      <>
        <DueMeasures />
        <FirstAgainstLatest />
      </>
    }
    columns={[
      {
        title: 'Date',
        cell: ({ measuredDate }) => <span className="sf-nowrap">{formatDate(measuredDate)}</span>,
      },
      { title: 'Measure', cell: ({ measure }) => measureOf(measure).title },
      { title: 'Value', cell: (record) => <Result record={record} /> },
      {
        title: 'Walking aid',
        cell: ({ measure, aid }) =>
          measureOf(measure).takesAid === true ? <Maybe value={aid === null ? null : aidTitle(aid)} /> : '',
      },
      { title: 'Measured by', isName: true, cell: ({ names }) => names.clinician },
    ]}
  />
)

const Result = ({ record }: { record: MeasureRecord }) => {
  const reading = readingOf(record, useAboutPatient())
  return (
    <div className="sf-wide">
      <strong className="sf-nowrap">{resultInWords(record)}</strong>
      {reading !== null && (
        <div>
          {reading.says} <span className="sf-quiet">({reading.source})</span>
        </div>
      )}
    </div>
  )
}

/** Measures due at the start and end of a plan, while the referral is open. */
const DueMeasures = () => {
  const view = usePathway()
  const due = view.stage.open ? measuresDue(view) : []
  if (due.length === 0) return null
  return (
    <ul className="sf-measures-due">
      {due.map(({ measure, words }) => (
        <li key={measure.code}>
          {measure.title}: <strong>{words.toLowerCase()}</strong>
        </li>
      ))}
    </ul>
  )
}
