import type { ComponentType } from 'react'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { tookPlace } from '../../../contract/stages/plans.ts'
import type { PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { bmiBand } from '../../../contract/patients/bmi.ts'
import { noPlanTitle } from '../../../contract/stages/noPlanReasons.ts'
import {
  fratItems,
  fratPrompt,
  maximumFratScore,
  type Frat,
} from '../../../contract/pathways/records/frat.ts'
import {
  recordKindNames,
  recordKinds,
  type PlainKind,
  type RecordsOf,
  type SectionKind,
} from '../../../contract/pathways/records/kinds.ts'
import type { RecordColumn } from '../../../contract/platform/calls/record.ts'
import { BmiChart } from '../../patients/patient/BmiChart.tsx'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { AppointmentSection } from './AppointmentSection.tsx'
import { ContactNoteSection } from './ContactNoteSection.tsx'
import { ChecklistSection } from './ChecklistSection.tsx'
import { ExerciseSection } from './ExerciseSection.tsx'
import { FallSection } from './FallSection.tsx'
import { FollowupSection } from './FollowupSection.tsx'
import { Marks } from './Marks.tsx'
import { MeasuresSection } from './MeasuresSection.tsx'
import { EquipmentSection, OnwardReferralSection } from './progressSections.tsx'
import { RecordSection } from './RecordSection.tsx'
import { Maybe } from './RecordTable.tsx'

/*
 * How the pathway page shows each kind of record: a table of the columns that the kind declares, or a section of its
 * own. Exercise, follow-ups, contact notes and falls have separate files.
 */

const Day = ({ day }: { day: string | null }) =>
  day === null ? <Maybe value={null} /> : <span className="sf-nowrap">{formatDate(day)}</span>

const presentItems = (record: Frat): string =>
  fratItems
    .filter(({ field }) => record[field] === true)
    .map(({ question }) => question.replace(/\?$/, ''))
    .join('; ')

const FratSection = () => (
  <RecordSection
    kind="frat"
    columns={[
      { title: 'Date', cell: ({ assessmentDate }) => <Day day={assessmentDate} /> },
      {
        title: 'Score',
        cell: (record) => (
          <div className="sf-wide">
            <strong>{record.fratScore}</strong> of {maximumFratScore}{' '}
            <Marks filled={record.fratScore} of={maximumFratScore} />{' '}
            <span className="sf-quiet">{fratPrompt(record.fratScore)}</span>
            {presentItems(record) !== '' && <div>{presentItems(record)}</div>}
          </div>
        ),
      },
      { title: 'Team member', isName: true, cell: ({ names }) => names.teamMember },
      { title: 'Location', cell: ({ names }) => names.location },
      { title: 'Discharged to', cell: ({ names }) => <Maybe value={names.dischargedTo} /> },
    ]}
  />
)

const WellbeingSection = () => (
  <RecordSection
    kind="wellbeing"
    columns={[
      { title: 'Date', cell: ({ assessmentDate }) => <Day day={assessmentDate} /> },
      {
        title: 'Concerns',
        cell: ({ concerns }) =>
          concerns.length === 0 ? (
            'None found'
          ) : (
            <div className="sf-wide">{concerns.map(({ name }) => name).join(', ')}</div>
          ),
      },
      { title: 'Clinician', isName: true, cell: ({ names }) => names.clinician },
      { title: 'Location', cell: ({ names }) => names.location },
    ]}
  />
)

const TreatmentPlanSection = () => (
  <RecordSection
    kind="treatmentPlan"
    isOpen={({ goalsAchievedId }) => goalsAchievedId === null}
    columns={[
      { title: 'Treatment date', cell: ({ treatmentDate }) => <Day day={treatmentDate} /> },
      {
        title: 'Patient goals',
        cell: ({ patientGoals }) => <div className="sf-text sf-wide">{patientGoals}</div>,
      },
      {
        title: 'Goals achieved',
        cell: ({ names, goalsNotAchievedReason, treatmentDate, endedDate }) => (
          <>
            <Maybe value={names.goalsAchieved} />
            {endedDate !== null && <div className="sf-nowrap">Ended {formatDate(endedDate)}</div>}
            {tookPlace(treatmentDate, endedDate) || <div className="sf-quiet">Did not take place</div>}
            {goalsNotAchievedReason !== null && <div className="sf-text">{goalsNotAchievedReason}</div>}
          </>
        ),
      },
      { title: 'Clinician', isName: true, cell: ({ names }) => names.clinician },
      { title: 'Location', cell: ({ names }) => names.location },
    ]}
  />
)

/** While the question is whether there will be a plan, a decision against one can be recorded. */
const isDecisionOffered = ({ stage, noPlanDecision }: PathwayView): boolean =>
  stage.open && stage.stage === 'awaitingTreatment' && noPlanDecision.length === 0

const NoPlanDecisionSection = () => {
  return (
    <RecordSection
      kind="noPlanDecision"
      mayAdd={isDecisionOffered(usePathway())}
      columns={[
        { title: 'Date', cell: ({ decisionDate }) => <Day day={decisionDate} /> },
        { title: 'Reason', cell: ({ reason }) => noPlanTitle(reason) },
        { title: 'Clinician', isName: true, cell: ({ names }) => names.clinician },
      ]}
    />
  )
}

const BmiSection = () => {
  const { bmi, patient } = usePathway()
  return (
    <RecordSection
      kind="bmi"
      columns={[
        { title: 'Date', cell: ({ assessmentDate }) => <Day day={assessmentDate} /> },
        {
          title: 'BMI',
          cell: ({ bmi: value }) => (
            <span className="sf-nowrap">
              <strong>{value}</strong> kg/m²
            </span>
          ),
        },
        { title: 'Category', cell: ({ bmi: value }) => bmiBand(value, patient.ethnicityCode) },
      ]}
      below={() => <BmiChart records={bmi} />}
    />
  )
}

const ownSections: Record<Exclude<SectionKind, PlainKind>, ComponentType> = {
  frat: FratSection,
  wellbeing: WellbeingSection,
  treatmentPlan: TreatmentPlanSection,
  noPlanDecision: NoPlanDecisionSection,
  exercise: ExerciseSection,
  followup: FollowupSection,
  equipmentAssessment: EquipmentSection,
  onwardReferral: OnwardReferralSection,
  bmi: BmiSection,
  contactNote: ContactNoteSection,
  fall: FallSection,
  measure: MeasuresSection,
  fallsChecklist: ChecklistSection,
  appointment: AppointmentSection,
}

const plainColumns: { readonly [Kind in PlainKind]: PlainColumns<Kind> } = recordKinds
interface PlainColumns<Kind extends PlainKind> {
  section: { columns: readonly RecordColumn<RecordsOf[Kind]>[] }
}

const PlainSection = <Kind extends PlainKind>({ kind }: { kind: Kind }) => {
  const { columns }: { columns: readonly RecordColumn<RecordsOf[Kind]>[] } = plainColumns[kind].section
  return (
    <RecordSection
      kind={kind}
      columns={columns.map(({ title, kind: shownAs, value }) => ({
        title,
        cell: (record: RecordsOf[Kind]) =>
          shownAs === 'day' ? (
            <Day day={value(record)} />
          ) : (
            <div className="sf-wide">
              <Maybe value={value(record)} />
            </div>
          ),
      }))}
    />
  )
}

const isPlain = (kind: SectionKind): kind is PlainKind => !(kind in ownSections)

const sectionKinds = recordKindNames.filter((kind): kind is SectionKind => recordKinds[kind].section !== null)

/**
 * The kinds with a section on this page, in page order. The decision against a plan appears only if there is one or
 * one can be recorded.
 */
export const sectionKindsOf = (view: PathwayView): readonly SectionKind[] =>
  sectionKinds.filter(
    (kind) => kind !== 'noPlanDecision' || view.noPlanDecision.length > 0 || isDecisionOffered(view),
  )

export const KindSection = ({ kind }: { kind: SectionKind }) => {
  if (isPlain(kind)) return <PlainSection kind={kind} />
  const Own = ownSections[kind]
  return <Own />
}
