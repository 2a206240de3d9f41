import { formatDate, formatDateTime } from '../../contract/format.ts'
import type { PathwayView } from '../../contract/pathway/pathway.ts'
import { stageTitles, type Stage } from '../../contract/pathway/stage.ts'
import { attendanceTitle } from '../../contract/records/exerciseAttendance.ts'

export interface TimelineEvent {
  key: string
  /** Sorts the events: a day, or an instant. */
  at: string
  when: string
  what: string
  by: string | null
}

const closedTitles: Record<string, string> = {
  removed: 'removed',
  discharged: 'discharged',
  cancelled: 'cancelled',
}

/** An event on a day; none when there is no day. */
const onDay = (key: string, day: string | null, what: string, by: string | null = null): TimelineEvent[] =>
  day === null ? [] : [{ key, at: day, when: formatDate(day), what, by }]

const ofPathway = ({ pathway }: PathwayView): TimelineEvent[] => [
  ...onDay('referral', pathway.referralDate, `Referred by ${pathway.names.referrer ?? 'somebody'}`),
  ...onDay(
    'cancelled',
    pathway.cancelReferralDate,
    ['Referral cancelled', pathway.names.declinedReferral].filter(Boolean).join(': '),
    pathway.names.teamMember,
  ),
  ...onDay(
    'discharged',
    pathway.dischargeDate,
    ['Discharged', pathway.names.dischargeReason].filter(Boolean).join(': '),
    pathway.names.dischargeClinician,
  ),
]

const ofRecords = (view: PathwayView): TimelineEvent[] => [
  ...view.frat.flatMap(({ id, assessmentDate, fratScore, names }) =>
    onDay(`frat ${id}`, assessmentDate, `FRAT ${fratScore}, ${names.location}`, names.teamMember),
  ),
  ...view.wellbeing.flatMap(({ id, assessmentDate, concerns, names }) =>
    onDay(
      `wellbeing ${id}`,
      assessmentDate,
      `Wellbeing assessment, ${concerns.length === 1 ? '1 concern' : `${concerns.length} concerns`}`,
      names.clinician,
    ),
  ),
  ...view.treatmentPlan.flatMap(({ id, treatmentDate, names }) =>
    onDay(`treatment ${id}`, treatmentDate, 'Treatment plan', names.clinician),
  ),
  ...view.exercise.flatMap(({ id, exercisePlanDate, completedDate, names }) => [
    ...onDay(`exercise ${id}`, exercisePlanDate, 'Exercise plan', names.clinician),
    ...onDay(`completed ${id}`, completedDate, 'Exercise completed'),
  ]),
  ...view.exerciseAttendance.flatMap(({ id, attendanceDate, attendanceStatus, names }) =>
    onDay(
      `attendance ${id}`,
      attendanceDate,
      `${names.exerciseType}: ${attendanceTitle(attendanceStatus).toLowerCase()}`,
    ),
  ),
  ...view.followup.flatMap(({ id, callDate, names }) =>
    onDay(`followup ${id}`, callDate, 'Telephone follow-up', names.clinician),
  ),
  ...view.onwardReferral.flatMap(({ id, referralDate, names }) =>
    onDay(`onward ${id}`, referralDate, `Referred on to ${names.referTo}`, names.referralClinician),
  ),
  ...view.bmi.flatMap(({ id, assessmentDate, bmi }) => onDay(`bmi ${id}`, assessmentDate, `BMI ${bmi}`)),
]

const ofDocuments = ({ documents }: PathwayView): TimelineEvent[] =>
  documents.map(({ id, uploadedAt, uploadedBy, names }) => ({
    key: `document ${id}`,
    at: uploadedAt,
    when: formatDateTime(uploadedAt),
    what: `Document: ${names.documentType}`,
    by: uploadedBy,
  }))

const ofStages = ({ stageChanges }: PathwayView): TimelineEvent[] =>
  stageChanges.map((change, index) => ({
    key: `stage ${index}`,
    at: change.at,
    when: formatDateTime(change.at),
    what: `Now ${(stageTitles[change.to as Stage] ?? closedTitles[change.to] ?? change.to).toLowerCase()}`,
    by: change.by,
  }))

/** What happened to a pathway, newest first. On one day the stage changes stand above what caused them. */
export const timelineOf = (view: PathwayView): TimelineEvent[] =>
  [...ofPathway(view), ...ofRecords(view), ...ofDocuments(view), ...ofStages(view)].sort((a, b) =>
    a.at < b.at ? 1 : a.at > b.at ? -1 : 0,
  )
