import { sql as raw } from 'kysely'
import { today } from '../../../../contract/platform/dates/dates.ts'
import { tookPlace } from '../../../../contract/stages/plans.ts'
import { noPlanTitle } from '../../../../contract/stages/noPlanReasons.ts'
import { planEndings, stoppedReasons } from '../../../../contract/pathways/records/exerciseEnding.ts'
import { aClinician, aPatient, filled, inWords, period, refer, words } from '../mapping/elements.ts'
import { recordSource } from '../mapping/recordSource.ts'
import { always, day, of, patient, token, ukCore, type Column } from '../mapping/source.ts'

const profile = ukCore('CarePlan')
const statusSystem = 'http://hl7.org/fhir/request-status'
const span = (start: string, end: string): Column => ({
  kind: 'date',
  from: of(start),
  to: raw`case when ${of(end)} is not null then greatest(${of(end)}, ${of(start)}) end`,
})
/** A plan of a later day is a draft, and one that ended on or before its first day never took place. */
export const planStatus = (begins: string, end: string) =>
  raw`case when ${of(end)} <= ${of(begins)} then 'revoked' when ${of(end)} is not null then 'completed'
    when ${of(begins)} > (now() at time zone 'Europe/London')::date then 'draft' else 'active' end`
export const statusOfPlan = (
  begins: string,
  end: string | null,
): 'revoked' | 'completed' | 'draft' | 'active' => {
  if (!tookPlace(begins, end)) return 'revoked'
  if (end !== null) return 'completed'
  return begins > today() ? 'draft' : 'active'
}
const ended = (start: string, end: string | null): string | null =>
  end !== null && end < start ? start : end

export const treatmentSource = recordSource('treatmentPlan', {
  type: 'CarePlan',
  name: 'treatment',
  isComposed: true,
  profile,
  search: {
    ...patient('subject'),
    status: token(planStatus('treatmentDate', 'endedDate'), statusSystem),
    date: span('treatmentDate', 'endedDate'),
  },
  toFhir: (row) =>
    filled({
      resourceType: 'CarePlan',
      status: statusOfPlan(row.treatmentDate, row.endedDate),
      intent: 'plan',
      category: [{ text: 'Treatment' }],
      subject: aPatient(row.patientId),
      period: period(row.treatmentDate, ended(row.treatmentDate, row.endedDate)),
      author: aClinician(row.clinicianId, row.names.clinician),
      goal: [refer('Goal', row.id)],
      note: row.assessmentDate === null ? [] : [{ text: `Assessed on ${row.assessmentDate}` }],
    }),
  fields: {
    treatmentDate: 'period.start',
    assessmentDate: 'note.text',
    clinicianId: 'author.reference',
    locationId: { left: 'CarePlan has no place' },
    patientGoals: { left: 'in Goal' },
    goalsAchievedId: { left: 'in Goal' },
    goalsNotAchievedReason: { left: 'in Goal' },
    endedDate: 'period.end',
  },
})

const endingOf = (code: string | null): string | undefined =>
  planEndings.find((each) => each.code === code)?.title
const reasonOf = (code: string | null): string | undefined =>
  stoppedReasons.find((each) => each.code === code)?.title

export const exerciseSource = recordSource('exercise', {
  type: 'CarePlan',
  name: 'exercise',
  isComposed: true,
  profile,
  search: {
    ...patient('subject'),
    status: token(
      raw`case when r."completedDate" is not null and r."endedHow" in ('stopped', 'elsewhere') then 'revoked'
        else ${planStatus('exercisePlanDate', 'completedDate')} end`,
      statusSystem,
    ),
    date: span('exercisePlanDate', 'completedDate'),
  },
  toFhir: (row) => {
    const ending = [endingOf(row.endedHow), reasonOf(row.stoppedReason), words(row.elsewhereTo)]
      .filter((part) => part !== undefined)
      .join(': ')
    return filled({
      resourceType: 'CarePlan',
      status:
        row.completedDate !== null && row.endedHow !== null && row.endedHow !== 'completed'
          ? 'revoked'
          : statusOfPlan(row.exercisePlanDate, row.completedDate),
      intent: 'plan',
      category: [{ text: 'Exercise' }],
      description: words(row.exercisePlan),
      subject: aPatient(row.patientId),
      period: period(row.exercisePlanDate, ended(row.exercisePlanDate, row.completedDate)),
      author: aClinician(row.clinicianId, row.names.clinician),
      note: ending === '' ? [] : [{ text: ending }],
    })
  },
  fields: {
    exercisePlanDate: 'period.start',
    clinicianId: 'author.reference',
    exercisePlan: 'description',
    completedDate: 'period.end',
    endedHow: 'note.text',
    stoppedReason: 'note.text',
    elsewhereTo: 'note.text',
  },
})

/** The decision that no plan is needed, so that nobody waits for one. */
export const noPlanSource = recordSource('noPlanDecision', {
  type: 'CarePlan',
  name: 'noplan',
  profile,
  search: {
    ...patient('subject'),
    status: always('revoked', statusSystem),
    date: day('decisionDate', 'decisionDate'),
  },
  toFhir: (row) =>
    filled({
      resourceType: 'CarePlan',
      status: 'revoked',
      intent: 'plan',
      category: [{ text: 'No plan needed' }],
      subject: aPatient(row.patientId),
      period: period(row.decisionDate, row.decisionDate),
      author: aClinician(row.clinicianId, row.names.clinician),
      note: [{ text: inWords(noPlanTitle(row.reason))?.text ?? '' }],
    }),
  fields: { decisionDate: 'period.start', clinicianId: 'author.reference', reason: 'note.text' },
})
