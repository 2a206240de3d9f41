import { sql as raw, type RawBuilder } from 'kysely'
import type { CalendarDate } from '../../contract/dates.ts'
import { endOfWeek } from '../../contract/pathway/due.ts'
import { callsDue } from '../worklists/callList.ts'
import type { DueBy } from '../worklists/read.ts'
import { stepCause } from './automaticKinds.ts'
import { isCall, stageTitle, stepDue, steps } from './targets.ts'

/*
 * What Today is made of, as rows of one shape: (pathway_id, what, task_id, version, is_automatic, text, due, owner_id,
 * owner_name).
 */
type Lines = (today: CalendarDate) => RawBuilder<unknown>

const tasks = raw`
  select pathway_id, 'task' as what, id as task_id, version, kind <> 'manual' as is_automatic, text, due_date as due,
    owner_id, owner_name
  from open_task`

/** What is no task has neither its number nor its version. */
const noTask = raw`null::bigint as task_id, null::integer as version, false as is_automatic`

/**
 * The next step of each referral by its target; one that was missed is a task as soon as the job has seen it. Who has no day to
 * count from is for this week, because somebody has to find it.
 */
const nextSteps: Lines = (today) => raw`
  select work_list.pathway_id, 'step' as what, ${noTask}, ${stageTitle} as text,
    coalesce(${stepDue}, ${endOfWeek(today)}::date) as due, open_owner.owner_id, open_owner.owner_name
  from ${steps} join open_owner using (pathway_id)
  where not ${isCall}
    and not exists (
      select from task where task.pathway_id = work_list.pathway_id and task.kind = 'targetMissed'
        and task.cause = ${stepCause})`

export const dueLines: Lines = (today) => raw`${tasks} union all ${nextSteps(today)}`

/** Calls that may be made now, as the call list has them: nobody who refused consent or declined, and no try before its day. */
export const callLines = (by: DueBy): RawBuilder<unknown> => raw`
  select work_list.pathway_id, 'call' as what, ${noTask}, ${stageTitle} as text, called.due,
    open_owner.owner_id, open_owner.owner_name
  from (${callsDue(by)}) as called
  join work_list on work_list.pathway_id = called."pathwayId"
  join open_owner on open_owner.pathway_id = work_list.pathway_id
  where not called.is_refused and not called.is_declined`

/** Plans that begin: of the clinician whom the plan names, whoever owns the referral. */
export const visitLines = raw`
  select plan.pathway_id, 'visit' as what, ${noTask}, plan.text, plan.due, clinician.id as owner_id,
    clinician.display_name as owner_name
  from (
    select pathway_id, clinician_id, treatment_date as due, 'Treatment plan begins' as text
    from treatment_plan where is_active and ended_date is null
    union all
    select pathway_id, clinician_id, exercise_plan_date, 'Exercise plan begins'
    from exercise where is_active and completed_date is null
  ) as plan
  join work_list on work_list.pathway_id = plan.pathway_id and not work_list.deceased
  join clinician on clinician.id = plan.clinician_id`
