import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import { addDays, today } from '../../contract/dates.ts'
import { endOfWeek } from '../../contract/pathway/due.ts'
import {
  lateForTeamLead,
  mostLines,
  visitsAhead,
  type Today,
  type TodayLine,
  type TodayPart,
} from '../../contract/today.ts'
import type { Trace } from '../audit/auditTrail.ts'
import type { DB } from '../db/types.ts'
import { withFlagsAndTelephone } from '../flags/read.ts'
import { readTargets } from '../worklists/targets.ts'
import { callLines, dueLines, visitLines } from './todayLines.ts'

const readPart = async (
  sql: Kysely<DB>,
  lines: RawBuilder<unknown>,
  holds: RawBuilder<unknown>,
): Promise<TodayPart> => {
  const { rows } = await raw<Omit<TodayLine, 'flags' | 'doNotCall'> & { total: number }>`
    select count(*) over () as total, line.what, line.task_id as "taskId", line.version, line.is_automatic as "isAutomatic",
      line.text, line.due, line.pathway_id as "pathwayId", work_list.patient_id as "patientId",
      work_list.family_name as "familyName", work_list.first_name as "firstName", work_list.name_prefix as "namePrefix",
      work_list.nhs_number as "nhsNumber", work_list.deceased,
      coalesce(patient.phone_mobile, patient.phone_home, patient.phone_work) as telephone,
      line.owner_name as owner
    from (${lines}) as line
    join work_list on work_list.pathway_id = line.pathway_id
    join patient on patient.id = work_list.patient_id
    where ${holds}
    order by line.due, work_list.name_key, line.pathway_id, line.task_id
    limit ${mostLines}`.execute(sql)
  const shown = rows.map(({ total: _, ...line }) => line)
  return { total: rows[0]?.total ?? 0, lines: await withFlagsAndTelephone(sql, shown) }
}

interface Asker {
  /** Sees what is late among all, and what nobody owns. */
  oversees: boolean
  /** May own referrals; the others are shown everybody's visits and calls. */
  isClinical: boolean
}

export const readToday = async (
  sql: Kysely<DB>,
  userId: number,
  { oversees, isClinical }: Asker,
): Promise<Today> => {
  const user = await sql
    .selectFrom('app_user')
    .leftJoin('clinician', 'clinician.id', 'app_user.clinician_id')
    .select(['app_user.clinician_id', 'clinician.display_name', 'app_user.without_late_mail'])
    .where('app_user.id', '=', userId)
    .executeTakeFirstOrThrow()
  const day = today()
  const [weekEnds, longAgo] = [endOfWeek(day), addDays(day, -lateForTeamLead)]
  const mine = raw`line.owner_id = ${user.clinician_id}`
  const mineOrAll = user.clinician_id === null && !isClinical ? raw`true` : mine
  const due = dueLines(day)
  const targets = await readTargets(sql)
  const [late, dueToday, week, myCalls, myVisits] = await Promise.all([
    readPart(sql, due, raw`${mine} and line.due < ${day}`),
    readPart(sql, due, raw`${mine} and line.due = ${day}`),
    readPart(sql, due, raw`${mine} and line.due > ${day} and line.due <= ${weekEnds}`),
    readPart(sql, callLines({ targets, today: day }), mineOrAll),
    readPart(sql, visitLines, raw`${mineOrAll} and line.due between ${day} and ${addDays(day, visitsAhead)}`),
  ])
  const shown = {
    day,
    clinician: user.display_name,
    late,
    today: dueToday,
    week,
    calls: myCalls,
    visits: myVisits,
  }
  if (!oversees) return { ...shown, unowned: null, longLate: null, lateMail: null }
  const [nobodys, longLate, { rows }] = await Promise.all([
    readPart(sql, due, raw`line.owner_id is null and line.due <= ${weekEnds}`),
    readPart(sql, due, raw`line.due <= ${longAgo}`),
    raw<{ referrals: number }>`select count(*) as referrals from open_owner where owner_id is null`.execute(
      sql,
    ),
  ])
  return {
    ...shown,
    unowned: { ...nobodys, referrals: rows[0]?.referrals ?? 0 },
    longLate,
    lateMail: !user.without_late_mail,
  }
}

/** Whom the page showed, for the audit trail. */
export const shownOf = ({
  late,
  today: now,
  week,
  calls: called,
  visits: visited,
  unowned,
  longLate,
}: Today): Trace => {
  const lines = [late, now, week, called, visited, unowned, longLate].flatMap((part) => part?.lines ?? [])
  return {
    patientIds: [...new Set(lines.map(({ patientId }) => patientId))],
    pathwayIds: [...new Set(lines.map(({ pathwayId }) => pathwayId))],
    records: lines.flatMap(({ taskId, version }) =>
      taskId === null || version === null ? [] : [{ entity: 'task', id: taskId, version }],
    ),
  }
}

/** How many tasks and steps are so many days late, and how many of them nobody owns. */
export const countLate = async (
  sql: Kysely<DB>,
  days: number,
): Promise<{ late: number; unowned: number }> => {
  const { rows } = await raw<{ late: number; unowned: number }>`
    select count(*) as late, count(*) filter (where owner_id is null) as unowned
    from (${dueLines(today())}) as line where line.due <= ${addDays(today(), -days)}`.execute(sql)
  return rows[0] ?? { late: 0, unowned: 0 }
}
