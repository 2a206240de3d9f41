import { formatDate } from '../../contract/format.ts'
import { bmiBand, type Bmi } from '../../contract/records/bmi.ts'
import type { EquipmentAssessment } from '../../contract/records/equipmentAssessment.ts'
import type { Followup } from '../../contract/records/followup.ts'
import { fratItems, fratPrompt, type Frat } from '../../contract/records/frat.ts'
import type { OnwardReferral } from '../../contract/records/onwardReferral.ts'
import type { TreatmentPlan } from '../../contract/records/treatmentPlan.ts'
import type { Wellbeing } from '../../contract/records/wellbeing.ts'
import { BmiChart } from '../records/BmiChart.tsx'
import { usePathway } from '../frames/PathwayFrame.tsx'
import { RecordSection } from './RecordSection.tsx'
import { Maybe } from './RecordTable.tsx'

/* What the pathway page shows of each kind of record. Exercise has its own file: its sessions stand under each plan. */

const Day = ({ day }: { day: string | null }) =>
  day === null ? <Maybe value={null} /> : <span className="sf-nowrap">{formatDate(day)}</span>

const presentItems = (record: Frat): string =>
  fratItems
    .filter(({ field }) => record[field] === true)
    .map(({ question }) => question.replace(/\?$/, ''))
    .join('; ')

export const FratSection = () => (
  <RecordSection<Frat>
    kind="frat"
    title="FRAT"
    note="Nandy 2004, five items"
    records={usePathway().frat}
    nameOf={({ assessmentDate }) => `FRAT of ${formatDate(assessmentDate)}`}
    columns={[
      { title: 'Date', cell: ({ assessmentDate }) => <Day day={assessmentDate} /> },
      {
        title: 'Score',
        cell: (record) => (
          <div className="sf-wide">
            <strong>{record.fratScore}</strong> of 5.{' '}
            <span className="sf-quiet">{fratPrompt(record.fratScore)}</span>
            {presentItems(record) !== '' && <div>{presentItems(record)}</div>}
          </div>
        ),
      },
      { title: 'Team member', cell: ({ names }) => names.teamMember },
      { title: 'Location', cell: ({ names }) => names.location },
      { title: 'Discharged to', cell: ({ names }) => <Maybe value={names.dischargedTo} /> },
    ]}
  />
)

export const WellbeingSection = () => (
  <RecordSection<Wellbeing>
    kind="wellbeing"
    title="Wellbeing"
    records={usePathway().wellbeing}
    nameOf={({ assessmentDate }) => `wellbeing assessment of ${formatDate(assessmentDate)}`}
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
      { title: 'Clinician', cell: ({ names }) => names.clinician },
      { title: 'Location', cell: ({ names }) => names.location },
    ]}
  />
)

export const TreatmentPlanSection = () => (
  <RecordSection<TreatmentPlan>
    kind="treatmentPlan"
    title="Treatment plans"
    records={usePathway().treatmentPlan}
    nameOf={({ treatmentDate }) => `treatment plan of ${formatDate(treatmentDate)}`}
    columns={[
      { title: 'Treatment date', cell: ({ treatmentDate }) => <Day day={treatmentDate} /> },
      {
        title: 'Patient goals',
        cell: ({ patientGoals }) => <div className="sf-text sf-wide">{patientGoals}</div>,
      },
      {
        title: 'Goals achieved',
        cell: ({ names, goalsNotAchievedReason }) => (
          <>
            <Maybe value={names.goalsAchieved} />
            {goalsNotAchievedReason !== null && <div className="sf-text">{goalsNotAchievedReason}</div>}
          </>
        ),
      },
      { title: 'Clinician', cell: ({ names }) => names.clinician },
      { title: 'Location', cell: ({ names }) => names.location },
    ]}
  />
)

export const FollowupSection = () => (
  <RecordSection<Followup>
    kind="followup"
    title="Telephone follow-ups"
    records={usePathway().followup}
    nameOf={({ callDate }) => `telephone follow-up of ${formatDate(callDate)}`}
    columns={[
      { title: 'Call date', cell: ({ callDate }) => <Day day={callDate} /> },
      { title: 'Clinician', cell: ({ names }) => names.clinician },
    ]}
  />
)

export const EquipmentSection = () => (
  <RecordSection<EquipmentAssessment>
    kind="equipmentAssessment"
    title="Equipment"
    records={usePathway().equipmentAssessment}
    nameOf={({ names }) => `equipment assessment: ${names.equipment}`}
    columns={[
      { title: 'Equipment', cell: ({ names }) => names.equipment },
      { title: 'Other', cell: ({ other }) => <Maybe value={other} /> },
    ]}
  />
)

export const OnwardReferralSection = () => (
  <RecordSection<OnwardReferral>
    kind="onwardReferral"
    title="Onward referrals"
    records={usePathway().onwardReferral}
    nameOf={({ referralDate, names }) => `onward referral of ${formatDate(referralDate)} to ${names.referTo}`}
    columns={[
      { title: 'Date', cell: ({ referralDate }) => <Day day={referralDate} /> },
      { title: 'Refer to', cell: ({ names }) => names.referTo },
      { title: 'Method', cell: ({ names }) => names.referralMethod },
      { title: 'Clinician', cell: ({ names }) => names.referralClinician },
    ]}
  />
)

export const BmiSection = () => {
  const { bmi, patient } = usePathway()
  return (
    <RecordSection<Bmi>
      kind="bmi"
      title="BMI"
      note="of the patient"
      records={bmi}
      nameOf={({ assessmentDate }) => `BMI of ${formatDate(assessmentDate)}`}
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
    >
      <BmiChart records={bmi} />
    </RecordSection>
  )
}
