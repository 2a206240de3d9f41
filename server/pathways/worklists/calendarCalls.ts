import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import { daysToAnswer, daysUntilCall } from '../../../contract/care/fallsCalendar/months.ts'
import type { CalendarDate } from '../../../contract/platform/dates/dates.ts'
import type { Value } from '../../platform/db/query/compileOnce.ts'
import { mostCalls, type CalendarCall } from '../../../contract/pathways/worklists/callList.ts'
import type { DB } from '../../platform/db/types.ts'
import { mustNotBeRung } from './callList.ts'
import { extraFieldSql } from './extraFields.ts'

/**
 * Whom somebody has to ask by telephone how often they fell (decision 164): rows (pathway_id, question_id, period_from,
 * period_to, due_date) of open referrals, of the latest question only. Nobody who died, stopped the calendar or must not
 * be rung, and nobody whose reply waits to be read.
 */
export const calendarCalls = (today: Value<CalendarDate>): RawBuilder<unknown> => raw`
  select work_list.pathway_id, question.id as question_id, question.period_from, question.period_to,
    case when by_call.yes then question.asked_date else question.asked_date + ${raw.lit(daysUntilCall)} end as due_date
  from work_list
  join patient on patient.id = work_list.patient_id
  join falls_calendar_question as question on question.pathway_id = work_list.pathway_id and question.falls is null
    and question.asked_date + ${raw.lit(daysToAnswer)} >= ${today}::date
  cross join lateral (
    select exists (
      select from falls_calendar_try as tried
      where tried.question_id = question.id and tried.channel = 'call' and tried.state = 'sent') as yes) as by_call
  join lateral (
    select by_text or by_mail or by_call as is_going_on from falls_calendar_consent as agreed
    where agreed.patient_id = patient.id and agreed.is_active
    order by agreed.asked_date desc, agreed.id desc limit 1) as consent on consent.is_going_on
  where not work_list.deceased and not ${mustNotBeRung}
    and (by_call.yes or question.asked_date + ${raw.lit(daysUntilCall)} <= ${today}::date)
    and not exists (
      select from falls_calendar_question as later
      where later.pathway_id = question.pathway_id and later.period_to > question.period_to)
    and not exists (
      select from falls_calendar_reply as reply
      where reply.question_id = question.id and reply.outcome in ('toRead', 'toSort'))`

/** The same people with their names and telephones, for the call list. */
export const readCalendarCalls = async (
  sql: Kysely<DB>,
  today: CalendarDate,
): Promise<Omit<CalendarCall, 'flags'>[]> => {
  const { rows } = await raw<Omit<CalendarCall, 'flags'>>`
    select listed.patient_id as "patientId", listed.pathway_id as "pathwayId", listed.family_name as "familyName",
      listed.first_name as "firstName", listed.name_prefix as "namePrefix", listed.nhs_number as "nhsNumber",
      listed.date_of_birth as "dateOfBirth", ${extraFieldSql.telephone} as telephone, asked.question_id as "questionId",
      asked.period_from as "periodFrom", asked.period_to as "periodTo", asked.due_date as due
    from (${calendarCalls(today)}) as asked
    join work_list as listed on listed.pathway_id = asked.pathway_id
    join patient on patient.id = listed.patient_id
    order by asked.due_date, listed.name_key, listed.pathway_id limit ${mostCalls}`.execute(sql)
  return rows
}
