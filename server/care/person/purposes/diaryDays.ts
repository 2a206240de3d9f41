import { sql as raw } from 'kysely'
import { addDays, today, type CalendarDate } from '../../../../contract/platform/dates/dates.ts'
import { diaryFeelings, diaryMinutes, type DiaryTold } from '../../../../contract/care/person/diary.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import type { Acting, Reading } from '../pages/personPages.ts'
import { lockPatient } from './redFlagsRaised.ts'

/** A day can be changed for so long, today included. */
const changeableDays = 14

export interface DiaryDay {
  day: CalendarDate
  isDone: boolean | null
  minutes: number | null
  felt: string | null
}

interface DiaryPlan {
  exerciseId: number
  exercisePlanDate: CalendarDate
}

/** The days that can be changed of a plan, the latest first. */
export const daysOf = ({ exercisePlanDate }: DiaryPlan, now: number): CalendarDate[] =>
  Array.from({ length: changeableDays }, (_, ago) => addDays(today(now), -ago)).filter(
    (day) => day >= exercisePlanDate,
  )

/** The plan whose days are asked, the latest if there are several; null without one. */
export const planShown = async ({ sql, now }: Reading): Promise<DiaryPlan | null> => {
  const { rows } = await raw<DiaryPlan>`
    select exercise_id as "exerciseId", exercise_plan_date as "exercisePlanDate" from my_diary_plan
    where exercise_plan_date <= ${today(now)}::date order by exercise_plan_date desc, exercise_id desc limit 1`.execute(
    sql,
  )
  return rows[0] ?? null
}

/** Each day that can be changed, with what was said of it. */
export const daysShown = async ({ sql, now }: Reading, plan: DiaryPlan): Promise<DiaryDay[]> => {
  const { rows } = await raw<DiaryDay>`
    select day, is_done as "isDone", minutes, felt from my_diary_day where exercise_id = ${plan.exerciseId}`.execute(
    sql,
  )
  const known = new Map(rows.map((row) => [row.day, row]))
  return daysOf(plan, now).map((day) => known.get(day) ?? { day, isDone: null, minutes: null, felt: null })
}

/** The plan of the patient, whom it locks, and the day that was sent; null if that day cannot be changed. */
export const lockDay = async ({
  sql,
  visit,
  now,
  sent,
}: Acting): Promise<{ plan: DiaryPlan; pathwayId: number; day: CalendarDate } | null> => {
  await lockPatient(sql, visit.patientId)
  const { rows } = await raw<DiaryPlan & { pathwayId: number }>`
    select pathway_id as "pathwayId", exercise_id as "exerciseId", exercise_plan_date as "exercisePlanDate" from diary_plan
    where patient_id = ${visit.patientId} and exercise_plan_date <= ${today(now)}::date
    order by exercise_plan_date desc, exercise_id desc limit 1`.execute(sql)
  const [found] = rows
  if (found === undefined) return null
  const day = daysOf(found, now).find((each) => each === sent.get('day'))
  if (day === undefined) return null
  const { pathwayId, ...plan } = found
  return { plan, pathwayId, day }
}

/** What was sent of a day; null for a value that the page does not offer. */
export const diaryTold = (
  sent: URLSearchParams,
  of: { exerciseId: number; day: CalendarDate },
): DiaryTold => {
  const isDone = sent.get('how') !== 'undo'
  const minutes = diaryMinutes.find((each) => String(each) === sent.get('minutes'))
  const felt = diaryFeelings.find((each) => each === sent.get('felt'))
  return {
    ...of,
    isDone,
    minutes: isDone ? (minutes ?? null) : null,
    felt: isDone ? (felt ?? null) : null,
  }
}

/** Stores a day. The last answer counts; the same again is not stored twice. @returns whether anything changed */
export const storeDay = async (
  { sql, visit, now, trace }: Acting,
  pathwayId: number,
  told: DiaryTold,
): Promise<boolean> => {
  const at = instantOf(now)
  const { rows } = await raw<{ id: number }>`
    insert into person_answer (pathway_id, contact_id, kind, told, told_at, settled_at, settled_how)
    select ${pathwayId}, ${visit.contactId}, 'diary', ${JSON.stringify(told)}::jsonb, ${at}, ${at}, 'kept'
    where not exists (select from diary_day join person_answer as last on last.id = diary_day.id
      where diary_day.exercise_id = ${told.exerciseId} and diary_day.day = ${told.day}::date and diary_day.pathway_id = ${pathwayId}
        and last.told = ${JSON.stringify(told)}::jsonb)
    returning id`.execute(sql)
  trace({
    pathwayIds: [pathwayId],
    records: rows.map(({ id }) => ({
      entity: 'personAnswer',
      id,
      version: 1,
      before: null,
      after: { told },
    })),
  })
  return rows.length > 0
}
