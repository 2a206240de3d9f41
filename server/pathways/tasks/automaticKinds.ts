import { sql as raw, type RawBuilder } from 'kysely'
import type { CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { attendanceStatuses } from '../../../contract/pathways/records/exerciseAttendance.ts'
import { medicinesAnswerDays } from '../../../contract/pathways/records/medicinesReview.ts'
import { onwardOutcomeDays, toDoInWords } from '../../../contract/pathways/outstanding.ts'
import { automaticTaskKinds, type AutomaticTaskKind } from '../../../contract/pathways/task.ts'
import type { Value } from '../../platform/db/query/compileOnce.ts'
import { hasToBeRead } from '../worklists/answersToRead.ts'
import { calendarCalls } from '../worklists/calendarCalls.ts'
import { equipmentOn, signInWords } from '../outstanding/rows.ts'
import { unsentLetters } from '../outstanding/unsentLetters.ts'
import { lastInTime, stageTitle, stepDue, steps } from './targets.ts'

/**
 * Current problems as rows (pathway_id, cause, due_date, text) of open referrals; those of a class and
 * of a letter also name a clinician. The cause identifies a problem in the same way as long as it lasts, so that only one task is ever opened
 * for it. A feature that introduces such a problem adds its line here and in contract/pathways/task.ts.
 */
type Causes = (today: Value<CalendarDate>) => RawBuilder<unknown>

const written = (day: RawBuilder<unknown>) => raw`to_char(${day}, 'DD-Mon-YYYY')`

/** Sessions that the person could have attended and did not. */
const missed = attendanceStatuses.flatMap(({ code, attended }) => (attended || code === '4' ? [] : code))
const attended = attendanceStatuses.flatMap((status) => (status.attended ? status.code : []))
const oneOf = (codes: readonly string[]) => raw`(${raw.join(codes.map((code) => raw.lit(code)))})`

const equipmentWords = (what: 'equipmentFit' | 'equipmentBack', isDead: boolean) =>
  raw.lit(toDoInWords(what, { isDead, isOrdered: true }))

const equipmentToDo = raw`case
      when found.what = 'equipmentFit' and found.is_dead then ${equipmentWords('equipmentFit', true)}
      when found.what = 'equipmentFit' and found.is_ordered then ${equipmentWords('equipmentFit', false)}
      when found.what = 'equipmentFit' then ${raw.lit(toDoInWords('equipmentFit', { isDead: false, isOrdered: false }))}
      when found.is_dead then ${equipmentWords('equipmentBack', true)}
      else ${equipmentWords('equipmentBack', false)} end`

/** Identifies the wait in a stage. It changes if the person moves to another stage, or starts to wait again. */
export const stepCause = raw`work_list.stage || ' ' || coalesce(work_list.due, work_list.since)::text`

const causesOf: Record<AutomaticTaskKind, Causes> = {
  targetMissed: (today) => raw`
    select work_list.pathway_id, ${stepCause} as cause, ${stepDue} as due_date,
      ${stageTitle} || ': target was ' || ${written(stepDue)} as text
    from ${steps} where ${lastInTime} < ${today}::date`,
  // Until an outcome or a refusal is recorded, but not before the day on which to ask again, if somebody set one.
  onwardReferral: (today) => raw`
    select work_list.pathway_id, 'onward referral ' || sent.id as cause,
      greatest(sent.referral_date + ${raw.lit(onwardOutcomeDays)}, sent.chase_date) as due_date,
      'Ask what came of the onward referral of ' || ${written(raw`sent.referral_date`)} || ' to ' || refer_to.name as text
    from work_list
    join onward_referral as sent on sent.pathway_id = work_list.pathway_id and sent.is_active
    join refer_to on refer_to.id = sent.refer_to_id
    where sent.referral_date + ${raw.lit(onwardOutcomeDays)} <= ${today}::date and not work_list.deceased
      and sent.outcome is null and sent.answer is distinct from 'refused'
      and coalesce(sent.chase_date <= ${today}::date, true)`,
  // Until it is done, or another review has been done since.
  medicinesReview: (today) => raw`
    select work_list.pathway_id, 'medicines review ' || asked.id as cause,
      asked.review_asked_date + ${raw.lit(medicinesAnswerDays)} as due_date,
      'Ask what came of the medicines review asked for on ' || ${written(raw`asked.review_asked_date`)} as text
    from work_list
    join medicines_review as asked on asked.pathway_id = work_list.pathway_id and asked.is_active
    where asked.review_done_date is null and not work_list.deceased
      and asked.review_asked_date + ${raw.lit(medicinesAnswerDays)} <= ${today}::date
      and not exists (
        select from medicines_review as later
        where later.pathway_id = asked.pathway_id and later.is_active and later.review_done_date >= asked.review_asked_date)`,
  // Of open referrals only. A closed referral has no owner for the task, so its equipment is only on the list of what
  // is outstanding.
  equipment: (today) => raw`
    select work_list.pathway_id, found.what || ' ' || found.id as cause, found.due as due_date,
      ${equipmentToDo} || ': ' || found.item as text
    from work_list
    join (${equipmentOn(today)}) as found on found.pathway_id = work_list.pathway_id`,
  sessionsMissed: (today) => raw`
    select work_list.pathway_id, 'plan ' || exercise.id || ' from ' || missed.first_day as cause,
      missed.last_day + 1 as due_date,
      'Missed the last ' || missed.sessions || ' sessions, since ' || ${written(raw`missed.first_day`)} as text
    from work_list
    join exercise on exercise.pathway_id = work_list.pathway_id and exercise.is_active
      and exercise.completed_date is null and exercise.exercise_plan_date <= ${today}::date
    cross join lateral (
      select count(*) as sessions, min(attendance_date) as first_day,
        (array_agg(attendance_date order by attendance_date, id))[2] as last_day
      from exercise_attendance as session
      where session.exercise_id = exercise.id and session.is_active
        and session.attendance_status in ${oneOf(missed)}
        and not exists (
          select from exercise_attendance as later
          where later.exercise_id = exercise.id and later.is_active and later.attendance_status in ${oneOf(attended)}
            and (later.attendance_date, later.id) > (session.attendance_date, session.id))
    ) as missed
    where missed.sessions >= 2 and not work_list.deceased`,
  // Until the person is seen, or the plan gets a new day or an end.
  firstMissed: (today) => raw`
    select work_list.pathway_id, 'first day of ' || plan.kind || ' ' || plan.id || ' on ' || plan.begins as cause,
      plan.begins + 1 as due_date,
      'First appointment missed on ' || ${written(raw`plan.begins`)} || ': agree a new day' as text
    from work_list
    -- With offset, the plans of each referral are looked up. PostgreSQL would otherwise read those of all.
    cross join lateral (
      select * from care_plan_of_pathway as kept where kept.pathway_id = work_list.pathway_id offset 0) as plan
    where plan.ended is null and plan.begins <= ${today}::date and plan.begun_on is null and not work_list.deceased`,
  // Until somebody records what became of the place. The task belongs to the instructor, who knows the people.
  classOver: (today) => raw`
    select work_list.pathway_id, 'place ' || member.id || ' of a class until ' || over.day as cause, over.day + 1 as due_date,
      'Class over since ' || ${written(raw`over.day`)} || ', ' || class.name ||
        case when member.state = 'joined' then ': say what became of the place' else ': still waiting for a place' end as text,
      class.clinician_id
    from work_list
    join class_member as member on member.pathway_id = work_list.pathway_id and member.ended_how is null
    join exercise_class as class on class.id = member.class_id
    cross join lateral (select max(session_date) as day from class_session where class_session.class_id = class.id) as over
    where over.day < ${today}::date`,
  letterNotSent: (today) => raw`
    select work_list.pathway_id, unsent.cause, unsent.due_date,
      case when unsent.failed_day is not null then 'A letter did not arrive, send it another way. Signed on '
        when unsent.is_signed then 'Send the letter signed on ' else 'Sign and send the letter begun on ' end
        || ${written(raw`unsent.day`)} || ': ' || unsent.title as text, unsent.clinician_id
    from work_list
    join (${unsentLetters}) as unsent on unsent.pathway_id = work_list.pathway_id
    where unsent.due_date <= ${today}::date`,
  // On each open referral of the patient, so that it has an owner whichever referral is viewed.
  redFlag: () => raw`
    select work_list.pathway_id, 'red flag ' || flag.id as cause, flag.review_date as due_date,
      'Red flag: ' || ${signInWords} as text
    from work_list
    join patient_flag as flag on flag.patient_id = work_list.patient_id and flag.kind = 'redFlag' and flag.ended_at is null
    where not work_list.deceased`,
  // Until the death is recorded, or PDS no longer says so. Nobody must ring or write meanwhile, so it is due at once.
  deathInPds: () => raw`
    select work_list.pathway_id, 'death in PDS' as cause, (pds_check.found_at at time zone 'Europe/London')::date as due_date,
      'PDS says that the patient died: check with PDS and record the death' as text
    from work_list
    join pds_check on pds_check.patient_id = work_list.patient_id and 'died' = any (pds_check.kinds)`,
  calendarCall: (today) => raw`
    select asked.pathway_id, 'falls calendar ' || asked.question_id as cause, asked.due_date,
      'Falls calendar: ring and ask how many falls from ' || ${written(raw`asked.period_from`)} || ' to ' || ${written(raw`asked.period_to`)} as text
    from (${calendarCalls(today)}) as asked`,
  // Also of somebody who has died: their family may have written.
  calendarReply: () => raw`
    select work_list.pathway_id, 'falls calendar reply ' || reply.id as cause,
      received.day + case when reply.is_urgent then 0 else 1 end as due_date,
      'Falls calendar: ' || case when reply.outcome = 'toSort' then 'say whose the reply is, several people have this telephone'
        when reply.is_urgent then 'read the reply today, it may tell of an injury' else 'read the reply' end
        || ' (' || ${written(raw`received.day`)} || ')' as text
    from work_list
    join falls_calendar_reply as reply on reply.pathway_id = work_list.pathway_id and reply.outcome in ('toRead', 'toSort')
    cross join lateral (select (reply.received_at at time zone 'Europe/London')::date as day) as received`,
  // Until somebody takes them over or has seen them. Answers without a fall or own words wait for the visit or call.
  answersToRead: () => raw`
    select work_list.pathway_id, 'answers ' || answer.id as cause,
      said.day + case when said.is_urgent then 0 else 1 end as due_date,
      'Answers on the own page: ' || case when said.is_urgent then 'read them today, they tell of a fall with an injury, a long lie or an ambulance'
        else 'read them, they tell of a fall or have own words' end || ' (' || ${written(raw`said.day`)} || ')' as text
    from work_list
    join person_answer as answer on answer.pathway_id = work_list.pathway_id and answer.kind = 'questions' and answer.settled_at is null
    cross join lateral (
      select (answer.told_at at time zone 'Europe/London')::date as day,
        answer.told -> 'described' @> '[{"hurt": true}]' or answer.told -> 'described' @> '[{"longLie": true}]'
          or answer.told -> 'described' @> '[{"ambulance": true}]' as is_urgent) as said
    where said.is_urgent or ${hasToBeRead('answer')}`,
}

const kinds = Object.keys(automaticTaskKinds) as AutomaticTaskKind[]

const namesClinician: readonly AutomaticTaskKind[] = ['classOver', 'letterNotSent']

/** The current causes of all kinds, with their kind. */
export const openCauses = (today: Value<CalendarDate>): RawBuilder<unknown> =>
  raw.join(
    kinds.map(
      (kind) =>
        raw`select ${raw.lit(kind)} as kind, found.pathway_id, found.cause, found.due_date, found.text,
            ${namesClinician.includes(kind) ? raw`found.clinician_id` : raw`null::bigint`} as clinician_id
          from (${causesOf[kind](today)}) as found`,
    ),
    raw` union all `,
  )

/** With `offset 0`, the rows of each referral are looked up. PostgreSQL would otherwise read and hash those of all. */
const ofPathway = (table: string, more: RawBuilder<unknown>) =>
  raw`exists (select from ${raw.table(table)} as kept where kept.pathway_id = work_list.pathway_id and ${more} offset 0)`

/**
 * Whether a referral on a list has anything of which such a problem could arise, as a condition on a row of `work_list`.
 * It must be true whenever there is a cause, and is false for most referrals, so that their saves need not look.
 */
const mayArise: Record<Exclude<AutomaticTaskKind, 'targetMissed'>, RawBuilder<unknown>> = {
  onwardReferral: ofPathway('onward_referral', raw`kept.is_active and kept.outcome is null`),
  medicinesReview: ofPathway('medicines_review', raw`kept.is_active and kept.review_done_date is null`),
  equipment: ofPathway('equipment_assessment', raw`kept.is_active and kept.ended is null`),
  sessionsMissed: raw`exists (
    select from exercise join exercise_attendance as session on session.exercise_id = exercise.id
    where exercise.pathway_id = work_list.pathway_id and session.attendance_status in ${oneOf(missed)} offset 0)`,
  // A plan is missed only by an appointment that was not kept.
  firstMissed: ofPathway('appointment', raw`kept.is_active and kept.outcome is not null`),
  // The view of the members, from which the cause is read, sets up ten times as much.
  classOver: ofPathway('class_place', raw`kept.state <> 'left'`),
  letterNotSent: raw`(${ofPathway('letter_draft', raw`kept.is_active`)} or ${ofPathway('letter', raw`true`)})`,
  redFlag: raw`exists (
    select from patient_flag as flag
    where flag.patient_id = work_list.patient_id and flag.kind = 'redFlag' and flag.ended_at is null offset 0)`,
  deathInPds: raw`exists (
    select from pds_check
    where pds_check.patient_id = work_list.patient_id and 'died' = any (pds_check.kinds) offset 0)`,
  calendarCall: ofPathway('falls_calendar_question', raw`kept.falls is null`),
  calendarReply: ofPathway('falls_calendar_reply', raw`kept.outcome in ('toRead', 'toSort')`),
  answersToRead: ofPathway('person_answer', raw`kept.kind = 'questions' and kept.settled_at is null`),
}

/** Whether a referral on a list may have a problem besides a missed target. */
export const mayNeedMore: RawBuilder<unknown> = raw.join(Object.values(mayArise), raw` or `)
