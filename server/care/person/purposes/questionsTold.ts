import type { FastifyInstance } from 'fastify'
import { sql as raw, type Kysely } from 'kysely'
import {
  diaryWeeks,
  toldOnPage,
  type DiaryWeek,
  type ToldOfPathway,
} from '../../../../contract/care/person/questions.ts'
import { addDays, today } from '../../../../contract/platform/dates/dates.ts'
import { mondayOf } from '../../../../contract/platform/dates/weekdays.ts'
import type { DB } from '../../../platform/db/types.ts'
import { notFound } from '../../../platform/errors.ts'
import { route } from '../../../platform/http/calls/route.ts'
import type { PersonService } from '../service.ts'

/** Answers that staff see besides those that nobody has settled. */
const mostShown = 5

type Found = ToldOfPathway & { patientId: number }

const answersOf = (kind: 'questions' | 'redFlag', pathwayId: number) => raw`
  (select coalesce(jsonb_agg(jsonb_build_object('id', answer.id, 'version', answer.version, 'told', answer.told,
      'toldAt', answer.told_at, 'toldBy', contact.name, 'settledAt', answer.settled_at, 'settledHow', answer.settled_how)
      order by answer.id desc), '[]'::jsonb)
    from (
      select person_answer.*, row_number() over (order by id desc) as place from person_answer
      where pathway_id = ${pathwayId} and kind = ${raw.lit(kind)}) as answer
    left join patient_contact as contact on contact.id = answer.contact_id
    where answer.settled_at is null or answer.place <= ${raw.lit(mostShown)})`

const readTold = async (sql: Kysely<DB>, pathwayId: number): Promise<Found> => {
  const thisWeek = mondayOf(today())
  const { rows } = await raw<Found>`
    select pathway.patient_id as "patientId", ${answersOf('questions', pathwayId)} as questions,
      ${answersOf('redFlag', pathwayId)} as signs,
      (select coalesce(jsonb_agg(jsonb_build_object('exerciseId', kept.exercise_id, 'exercisePlanDate', kept.exercise_plan_date,
          'toldMinutes', kept.minutes, 'weeks', kept.weeks) order by kept.exercise_plan_date desc), '[]'::jsonb)
        from (
          select week.exercise_id, exercise.exercise_plan_date, sum(week.minutes) as minutes,
            jsonb_agg(jsonb_build_object('weekDate', week.week_date, 'days', week.days, 'minutes', week.minutes,
              'painDays', week.pain_days)) as weeks
          from (
            select exercise_id, date_trunc('week', day)::date as week_date, count(*) as days,
              coalesce(sum(diary_day.minutes), 0) as minutes, count(*) filter (where felt = 'pain') as pain_days
            from diary_day where diary_day.pathway_id = ${pathwayId} and is_done group by 1, 2) as week
          join exercise on exercise.id = week.exercise_id and exercise.is_active
          group by 1, 2) as kept) as diaries
    from pathway where pathway.id = ${pathwayId} and pathway.is_active`.execute(sql)
  const [found] = rows
  if (found === undefined) throw notFound()
  return {
    ...found,
    diaries: found.diaries.map((each) => ({ ...each, weeks: withGaps(each.weeks, thisWeek) })),
  }
}

/** The last weeks, also those without an entry. */
const withGaps = (weeks: readonly DiaryWeek[], thisWeek: string): DiaryWeek[] =>
  Array.from({ length: diaryWeeks }, (_, ago) => {
    const weekDate = addDays(thisWeek, -7 * ago)
    return weeks.find((week) => week.weekDate === weekDate) ?? { weekDate, days: 0, minutes: 0, painDays: 0 }
  })

/** What staff see of these answers, beside the forms by which they accept them. */
export const serveTold = (app: FastifyInstance, service: PersonService): void =>
  route(
    app,
    service,
    toldOnPage,
    { capability: 'clinical.write', audit: 'read', idempotency: 'safe', rate: 'read' },
    async (call, { pathwayId }) => {
      const { patientId, ...told } = await readTold(service.db.sql, pathwayId)
      call.showed({
        patientIds: [patientId],
        pathwayIds: [pathwayId],
        records: [
          ...told.questions.map(({ id, version }) => ({ entity: 'personAnswer', id, version })),
          ...told.signs.map(({ id }) => ({ entity: 'personAnswer', id })),
        ],
      })
      return told
    },
  )
