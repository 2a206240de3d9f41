import { sql as raw, type Kysely } from 'kysely'
import { weekdayOf } from '../../contract/classes/days.ts'
import { formatLongDate } from '../../contract/format.ts'
import type { Letterhead } from '../../contract/letters/letterhead.ts'
import type { MergeFieldName } from '../../contract/letters/mergeFields.ts'
import { appointmentTypeTitle, type AppointmentType } from '../../contract/records/appointment.ts'
import { attendanceStatuses } from '../../contract/records/exerciseAttendance.ts'
import { fallRiskTitle, type FallRiskAnswer } from '../../contract/records/medicinesReview.ts'
import type { DB } from '../db/types.ts'
import { fullName, greetingName, spacedNhsNumber, type LetterPerson } from './person.ts'

interface CareFacts {
  referrer: string | null
  referralDate: string | null
  declinedReason: string | null
  dischargeDate: string | null
  dischargeReason: string | null
  dischargedTo: string | null
  frat: { score: number; day: string } | null
  concerns: string | null
  goals: { goals: string; outcome: string | null } | null
  exercise: { plan: string; day: string } | null
  sessions: { offered: number; attended: number }
  equipment: string | null
  onward: { to: string; day: string }[]
  cancelled: { type: AppointmentType; day: string; time: string }[]
  medicines: FallRiskAnswer | null
}

const codes = (of: readonly { code: string }[]) => raw.join(of.map(({ code }) => raw.lit(code)))
const offered = codes(attendanceStatuses.filter((status) => status.offered))
const attended = codes(attendanceStatuses.filter((status) => status.attended))

/** @param day appointments from which on are to come */
const readCare = async (sql: Kysely<DB>, pathwayId: number, day: string): Promise<CareFacts> => {
  const { rows } = await raw<CareFacts>`
    select referrer.name as referrer, pathway.referral_date as "referralDate", declined_referral.name as "declinedReason",
      pathway.discharge_date as "dischargeDate", discharge_reason.name as "dischargeReason",
      discharged_to.name as "dischargedTo",
      (select jsonb_build_object('score', frat_score, 'day', assessment_date) from frat
        where frat.pathway_id = pathway.id and frat.is_active
        order by assessment_date desc, frat.id desc limit 1) as frat,
      (select string_agg(concern.name, ', ' order by concern.sort_order, concern.id)
        from wellbeing_concern join concern on concern.id = wellbeing_concern.concern_id
        where wellbeing_concern.wellbeing_id = (select wellbeing.id from wellbeing
          where wellbeing.pathway_id = pathway.id and wellbeing.is_active
          order by assessment_date desc, wellbeing.id desc limit 1)) as concerns,
      (select jsonb_build_object('goals', plan.patient_goals, 'outcome', goals_achieved.name)
        from treatment_plan as plan left join goals_achieved on goals_achieved.id = plan.goals_achieved_id
        where plan.pathway_id = pathway.id and plan.is_active
        order by plan.treatment_date desc, plan.id desc limit 1) as goals,
      (select jsonb_build_object('plan', exercise_plan, 'day', exercise_plan_date) from exercise
        where exercise.pathway_id = pathway.id and exercise.is_active
        order by exercise_plan_date desc, exercise.id desc limit 1) as exercise,
      (select jsonb_build_object('offered', count(*) filter (where session.attendance_status in (${offered})),
          'attended', count(*) filter (where session.attendance_status in (${attended})))
        from exercise_attendance as session join exercise on exercise.id = session.exercise_id and exercise.is_active
        where exercise.pathway_id = pathway.id and session.is_active) as sessions,
      (select string_agg(coalesce(assessment.other, equipment.name), ', ' order by assessment.id)
        from equipment_assessment as assessment join equipment on equipment.id = assessment.equipment_id
        where assessment.pathway_id = pathway.id and assessment.is_active) as equipment,
      (select coalesce(jsonb_agg(jsonb_build_object('to', refer_to.name, 'day', onward.referral_date)
          order by onward.referral_date, onward.id), '[]'::jsonb)
        from onward_referral as onward join refer_to on refer_to.id = onward.refer_to_id
        where onward.pathway_id = pathway.id and onward.is_active) as onward,
      (select coalesce(jsonb_agg(jsonb_build_object('type', appointment_type, 'day', appointment_date, 'time', start_time)
          order by appointment_date, start_time, booked.id), '[]'::jsonb)
        from appointment as booked
        where booked.pathway_id = pathway.id and booked.is_active and outcome = 'cancelledByService'
          and appointment_date >= ${day}) as cancelled,
      (select fall_risk_medicines from medicines_review as review
        where review.pathway_id = pathway.id and review.is_active
        order by assessment_date desc, review.id desc limit 1) as medicines
    from pathway
    left join referrer on referrer.id = pathway.referrer_id
    left join declined_referral on declined_referral.id = pathway.declined_referral_id
    left join discharge_reason on discharge_reason.id = pathway.discharge_reason_id
    left join discharged_to on discharged_to.id = pathway.discharged_to_id
    where pathway.id = ${pathwayId}`.execute(sql)
  const found = rows[0]
  if (found === undefined) throw new Error('The referral of a letter has gone')
  return found
}

const long = (day: string | null): string | null => (day === null ? null : formatLongDate(day))

/** What was typed by somebody else stays one line, and can be no bracket to be filled in. */
const inOneLine = (text: string): string =>
  text
    .replaceAll(/[\s--\u00a0]+/gv, ' ')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .trim()

/** What each field of a template is for this referral; null where nothing is recorded. */
export const readValues = async (
  sql: Kysely<DB>,
  person: LetterPerson,
  head: Omit<Letterhead, 'version'>,
  day: string,
): Promise<Record<MergeFieldName, string | null>> => {
  const care = await readCare(sql, person.pathwayId, day)
  const values: Record<MergeFieldName, string | null> = {
    patientName: fullName(person),
    greetingName: greetingName(person),
    dateOfBirth: long(person.dateOfBirth),
    nhsNumber: person.nhsNumber === null ? null : spacedNhsNumber(person.nhsNumber),
    gpPractice: person.gp?.name ?? null,
    referrer: care.referrer,
    referralDate: long(care.referralDate),
    declinedReason: care.declinedReason,
    dischargeDate: long(care.dischargeDate),
    dischargeReason: care.dischargeReason,
    dischargedTo: care.dischargedTo,
    frat: care.frat === null ? null : `${care.frat.score} of 5 on ${formatLongDate(care.frat.day)}`,
    concerns: care.concerns,
    goals: care.goals?.goals ?? null,
    goalsOutcome: care.goals?.outcome ?? null,
    exercise:
      care.exercise === null ? null : `${care.exercise.plan}, from ${formatLongDate(care.exercise.day)}`,
    sessions:
      care.sessions.offered === 0
        ? null
        : `${care.sessions.attended} of ${care.sessions.offered} sessions attended`,
    equipment: care.equipment,
    onwardReferrals:
      care.onward.length === 0
        ? null
        : care.onward.map(({ to, day: on }) => `${to}, ${formatLongDate(on)}`).join('; '),
    cancelledAppointments:
      care.cancelled.length === 0
        ? null
        : care.cancelled
            .map(
              ({ type, day: on, time }) =>
                `${appointmentTypeTitle(type)} on ${weekdayOf(on)} ${formatLongDate(on)} at ${time}`,
            )
            .join('; '),
    medicines: care.medicines === null ? null : fallRiskTitle(care.medicines),
    serviceName: head.serviceName,
    serviceTelephone: head.telephone,
    today: formatLongDate(day),
  }
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === null ? null : inOneLine(value)]),
  ) as Record<MergeFieldName, string | null>
}
