import { sql as raw, type RawBuilder } from 'kysely'
import type { CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { endOfWeek } from '../../../contract/stages/due.ts'
import { isCallStage, stages, type Stage } from '../../../contract/stages/stage.ts'
import { callsDue } from '../worklists/callList.ts'
import type { DueBy } from '../worklists/read.ts'
import { signInWords } from '../outstanding/rows.ts'
import { stepCause } from './automaticKinds.ts'
import { isCall, lastInTime, stageTitle, stepDue, steps } from './targets.ts'

/*
 * The lines of Today, as rows of one shape: (patient_id, pathway_id, what, task_id, version, is_automatic, text, due,
 * in_time_until, owner_id, owner_name).
 */
type Lines = RawBuilder<unknown>

/** The task columns of a line that is not a task. */
const noTask = raw`null::bigint as task_id, null::integer as version, false as is_automatic`

/** The chosen owner no longer works in the service. */
const hasLeft = (column: string) => raw`${raw.ref(column)} not in (select id from clinician_in_service)`

/** A user closed the task of this wait, and the day to look again has not come. */
const isPutOff = (today: CalendarDate) => raw`exists (
  select from task as put_off
  where put_off.pathway_id = work_list.pathway_id and put_off.look_again_date > ${today}::date
    and put_off.kind = 'targetMissed' and put_off.cause = ${stepCause})`

/**
 * Whether the next step of a referral is on Today, by the targets of the lists: until it is done, unless a user put it
 * off. A call is on the call list while it is in time, and is a step once it is late.
 */
const isStep = (today: CalendarDate) =>
  raw`(not ${isCall} or ${lastInTime} < ${today}::date) and not ${isPutOff(today)}`

/**
 * The next steps of some referrals. A missed step is a task once the job has seen it. A referral without a day to count
 * from is due this week, because somebody has to look into it.
 * @param of the referrals, as (pathway_id)
 */
const stepLines = (of: Lines, today: CalendarDate): Lines => raw`
  select work_list.patient_id, work_list.pathway_id, case when missed.id is null then 'step' else 'task' end as what, missed.id as task_id,
    missed.version, missed.id is not null as is_automatic, coalesce(missed.text, ${stageTitle}) as text,
    coalesce(${stepDue}, ${endOfWeek(today)}::date) as due,
    coalesce(${lastInTime}, ${endOfWeek(today)}::date) as in_time_until,
    coalesce(named.id, present.id) as owner_id, coalesce(named.display_name, present.display_name) as owner_name
  from (${of}) as chosen
  join work_list on work_list.pathway_id = chosen.pathway_id
  cross join stage_target
  left join task as missed on missed.pathway_id = work_list.pathway_id and missed.kind = 'targetMissed'
    and missed.cause = ${stepCause} and missed.closed_at is null
  left join clinician_in_service as named on named.id = missed.clinician_id
  left join clinician_in_service as present on present.id = work_list.owner_id
  where ${isStep(today)}`

/** All other open tasks. */
const taskLines = (holds: RawBuilder<unknown>): Lines => raw`
  select patient_id, pathway_id, 'task' as what, id as task_id, version, kind <> 'manual' as is_automatic, text, due_date as due,
    due_date as in_time_until, owner_id, owner_name
  from open_task where kind <> 'targetMissed' and ${holds}`

/**
 * Open red flags without a task: those of people without an open referral, and of a new referral until the job has seen
 * it. Without an open referral they stay with the owner of the last one, until somebody ends them or sets a day to look
 * again.
 */
const flagLines = (today: CalendarDate, holds: RawBuilder<unknown>): Lines => raw`
  select flag.patient_id, flag.pathway_id, 'flag' as what, ${noTask},
    'Red flag: ' || ${signInWords} || case when flag.has_open_referral then '' else '. No referral is open' end
      || case when flag.category = 'abuse' then '. Before you ring or write, find out who may hear or read it' else '' end as text,
    flag.review_date as due, flag.review_date as in_time_until, flag.owner_id, flag.owner_name
  from open_red_flag as flag
  where ${holds} and not exists (
    select from work_list
    join task on task.pathway_id = work_list.pathway_id and task.kind = 'redFlag' and task.cause = 'red flag ' || flag.id
      and (task.closed_at is null or task.look_again_date > ${today}::date)
    where work_list.patient_id = flag.patient_id)`

/** Everything to be done by anybody; the other functions return parts of it. */
export const allLines = (today: CalendarDate): Lines =>
  raw`${stepLines(raw`select pathway_id from work_list`, today)} union all ${taskLines(raw`true`)}
    union all ${flagLines(today, raw`true`)}`

/** What a clinician has to do up to a day. */
export const linesOf = (clinicianId: number, until: CalendarDate, today: CalendarDate): Lines => {
  const mine = raw`
    select pathway_id from work_list where owner_id = ${clinicianId}
    union select pathway_id from task where clinician_id = ${clinicianId} and closed_at is null`
  return raw`
    select * from (
      ${stepLines(mine, today)} union all ${taskLines(raw`pathway_id in (${mine}) and due_date <= ${until}`)}
      union all ${flagLines(today, raw`flag.review_date <= ${until}`)}
    ) as mine
    where owner_id = ${clinicianId} and due <= ${until}`
}

/** The first due steps of each list, read in the order of its index; at most as many as are counted. */
const firstDue = (
  until: CalendarDate,
  { targets, today }: DueBy,
  holds: RawBuilder<unknown>,
  most: number,
): Lines => {
  const among = (stage: Stage, is: RawBuilder<unknown>) => {
    const day = raw.ref(isCallStage(stage) ? 'work_list.due' : 'work_list.since')
    return raw`(
      select work_list.pathway_id, ${stepDue} as due from ${steps}
      where work_list.stage = ${raw.lit(stage)} and ${day} ${is} and ${holds} and ${isStep(today)}
      order by ${day} limit ${most})`
  }
  const branches = stages.flatMap((stage) => [
    among(stage, isCallStage(stage) ? raw`<= ${until}` : raw`<= ${until}::date - ${targets[stage]}::integer`),
    ...(until < endOfWeek(today) ? [] : [among(stage, raw`is null`)]),
  ])
  return raw`select pathway_id from (${raw.join(branches, raw` union all `)}) as first order by due limit ${most}`
}

/** What is due up to a day, for anybody. */
export const linesOfAll = (until: CalendarDate, by: DueBy, most: number): Lines => raw`
  ${stepLines(firstDue(until, by, raw`true`, most), by.today)}
  union all (${taskLines(raw`due_date <= ${until}`)} order by due_date limit ${most})
  union all (${flagLines(by.today, raw`flag.review_date <= ${until}`)} order by due limit ${most})`

/** What is due up to a day and has no owner, or only one who has left. */
export const linesOfNobody = (until: CalendarDate, by: DueBy, most: number): Lines => raw`
  select * from (
    ${stepLines(raw`${firstDue(until, by, raw`work_list.owner_id is null`, most)}`, by.today)}
    union all ${stepLines(raw`select pathway_id from work_list where owner_id is not null and ${hasLeft('owner_id')}`, by.today)}
    union all (${taskLines(raw`due_date <= ${until} and owner_id is null`)} order by due_date limit ${most})
    union all ${flagLines(by.today, raw`flag.review_date <= ${until}`)}
  ) as unowned
  where owner_id is null and due <= ${until}`

/**
 * Calls that may be made now, as on the call list. Omits people who refused consent or declined, and tries before their
 * day.
 */
export const callLines = (by: DueBy, holds: RawBuilder<unknown>): Lines => raw`
  select work_list.patient_id, work_list.pathway_id, 'call' as what, ${noTask}, ${stageTitle} as text, called.due, called.in_time_until,
    present.id as owner_id, present.display_name as owner_name
  from (${callsDue(by, holds)}) as called
  join work_list on work_list.pathway_id = called."pathwayId"
  left join clinician_in_service as present on present.id = work_list.owner_id
  where not called.is_refused and not called.is_declined`

/** Calls without an owner that are not yet late. Late ones are steps, and already among what is due. */
export const callsOfNobody = (by: DueBy): Lines =>
  callLines(
    by,
    raw`(listed.owner_id is null or ${hasLeft('listed.owner_id')})
      and listed.due >= ${by.today}::date - (case listed.stage when 'awaitingFollowup' then ${by.targets.awaitingFollowup}::integer
        else ${by.targets.awaitingSecondFollowup}::integer end)`,
  )

/**
 * Plans that start, under the clinician named in the plan, or under the owner of the referral if that clinician has
 * left.
 */
export const visitLines = (from: CalendarDate, until: CalendarDate): Lines => raw`
  select work_list.patient_id, plan.pathway_id, 'visit' as what, ${noTask}, plan.text, plan.due, plan.due as in_time_until, coalesce(named.id, present.id) as owner_id,
    coalesce(named.display_name, present.display_name) as owner_name
  from (
    select pathway_id, clinician_id, treatment_date as due, 'Treatment plan begins' as text
    from treatment_plan where is_active and ended_date is null and treatment_date between ${from} and ${until}
    union all
    select pathway_id, clinician_id, exercise_plan_date, 'Exercise plan begins'
    from exercise where is_active and completed_date is null and exercise_plan_date between ${from} and ${until}
  ) as plan
  join work_list on work_list.pathway_id = plan.pathway_id and not work_list.deceased
  left join clinician_in_service as named on named.id = plan.clinician_id
  left join clinician_in_service as present on present.id = work_list.owner_id`
