import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { endOfWeek } from '../../../contract/stages/due.ts'
import {
  lateForTeamLead,
  mostCounted,
  mostLines,
  visitsAhead,
  type Today,
  type TodayLine,
  type TodayPart,
} from '../../../contract/pathways/today.ts'
import { automaticTaskKinds, type TaskKind } from '../../../contract/pathways/task.ts'
import type { Trace } from '../../platform/audit/auditTrail.ts'
import type { DB } from '../../platform/db/types.ts'
import { withFlagsAndTelephone } from '../../patients/flags/read.ts'
import type { Reader } from '../../patients/flags/withheld.ts'
import { countsForToday } from '../outstanding/read.ts'
import { readTargets } from '../worklists/targets.ts'
import {
  allLines,
  callLines,
  callsOfNobody,
  linesOf,
  linesOfAll,
  linesOfNobody,
  visitLines,
} from './todayLines.ts'
import { unknownTexts } from './unknownTexts.ts'
import { visitsWaiting } from './visitsWaiting.ts'
import { preferredTelephone } from '../worklists/preferredTelephone.ts'

/**
 * Replaces the text of a task that reveals care, if the record is withheld. A late step reveals no more than the lists
 * do.
 */
const plainText = ({
  what,
  kind,
  text,
}: Pick<TodayLine, 'what' | 'text'> & { kind: TaskKind | null }): string => {
  if (what === 'flag') return automaticTaskKinds.redFlag
  if (kind === null || kind === 'targetMissed') return text
  return kind === 'manual' ? 'Task' : automaticTaskKinds[kind]
}

type Part = Omit<TodayPart, 'lines'> & { lines: Omit<TodayLine, 'flags' | 'doNotCall'>[] }

/**
 * Reads parts of the page in one statement: of each part, the lines that are due first and the total number of lines.
 * @param lines each with the `part` that it belongs to
 */
const readParts = async <Name extends string>(
  sql: Kysely<DB>,
  names: readonly Name[],
  lines: RawBuilder<unknown>,
  reader: Reader,
): Promise<Record<Name, TodayPart>> => {
  const { rows } = await raw<Part['lines'][number] & { part: Name; total: number; kind: TaskKind | null }>`
    with line as (${lines}),
    counted as (
      select line.*, count(*) over (partition by line.part) as total,
        rank() over (partition by line.part order by line.due) as place
      from line),
    first as (
      select counted.*, row_number() over (partition by counted.part
          order by counted.due, patient.family_name_key, patient.first_name_key, counted.pathway_id, counted.task_id) as number,
        patient.family_name, patient.first_name, patient.name_prefix_id, patient.nhs_number, patient.date_of_birth,
        ${preferredTelephone} as telephone
      from counted join patient on patient.id = counted.patient_id
      where counted.place <= ${mostLines})
    select first.part, first.total, first.what, first.task_id as "taskId", first.version, first.is_automatic as "isAutomatic",
      first.text, first.due, first.in_time_until as "inTimeUntil", first.pathway_id as "pathwayId", first.patient_id as "patientId",
      first.family_name as "familyName", first.first_name as "firstName", name_prefix.name as "namePrefix",
      first.nhs_number as "nhsNumber", first.date_of_birth as "dateOfBirth", coalesce(work_list.deceased, false) as deceased,
      first.telephone, first.owner_name as owner, task.kind
    from first
    left join name_prefix on name_prefix.id = first.name_prefix_id
    left join work_list on work_list.pathway_id = first.pathway_id
    left join task on task.id = first.task_id
    where first.number <= ${mostLines}
    order by first.part, first.number`.execute(sql)
  const shown = (await withFlagsAndTelephone(sql, rows, reader)).map((line) =>
    line.isWithheld === true ? { ...line, text: plainText(line) } : line,
  )
  return Object.fromEntries(
    names.map((name) => {
      const its = shown.filter(({ part }) => part === name)
      const total = its[0]?.total ?? 0
      const lines = its.map(({ part: _part, total: _total, kind: _kind, ...line }) => line)
      return [name, { total: Math.min(total, mostCounted), hasMore: total > mostCounted, lines }]
    }),
  ) as Record<Name, TodayPart>
}

const asPart = (name: string, lines: RawBuilder<unknown>, holds = raw`true`) =>
  raw`select ${raw.lit(name)} as part, line.* from (${lines}) as line where ${holds}`

interface Asker {
  /** Sees everything that is late, and what nobody owns. */
  oversees: boolean
  /** May own referrals. Other users see everybody's visits and calls. */
  isClinical: boolean
  /** Makes visits, and decides about what was handed in from them. */
  mayVisit: boolean
  /** Milliseconds since the epoch. */
  now: number
}

/** One more than is counted, to show that there are more. */
const oneMore = mostCounted + 1

export const readToday = async (
  sql: Kysely<DB>,
  reader: Reader,
  { oversees, isClinical, mayVisit, now }: Asker,
): Promise<Today> => {
  const fromVisits = visitsWaiting(reader.userId, oversees, now)
  const texts = unknownTexts(now)
  const user = await sql
    .selectFrom('app_user')
    .leftJoin('clinician', 'clinician.id', 'app_user.clinician_id')
    .select(['app_user.clinician_id', 'clinician.display_name', 'app_user.without_late_mail'])
    .$if(mayVisit, (asking) =>
      asking.select([fromVisits.waiting.as('forms_waiting'), fromVisits.missing.as('visits_missing')]),
    )
    .$if(oversees, (asking) =>
      asking.select([texts.count.as('unknown_texts'), texts.lastAt.as('last_unknown_at')]),
    )
    .where('app_user.id', '=', reader.userId)
    .executeTakeFirstOrThrow()
  const day = today()
  const [weekEnds, longAgo] = [endOfWeek(day), addDays(day, -lateForTeamLead)]
  const by = { targets: await readTargets(sql), today: day }
  const own = user.clinician_id
  const visits = visitLines(day, addDays(day, visitsAhead))
  const theirs = ['calls', 'visits'] as const
  const isAll = own === null && !isClinical
  const mine = await readParts(
    sql,
    ['late', 'today', 'week', ...theirs] as const,
    own === null
      ? raw`${asPart('calls', callLines(by, raw.lit(isAll)))}
        union all ${asPart('visits', visits, raw.lit(isAll))}`
      : raw`
        select case when line.due < ${day} then 'late' when line.due = ${day} then 'today' else 'week' end as part, line.*
        from (${linesOf(own, weekEnds, day)}) as line
        union all ${asPart('calls', callLines(by, raw`listed.owner_id = ${own}`), raw`owner_id = ${own}`)}
        union all ${asPart('visits', visits, raw`owner_id = ${own}`)}`,
    reader,
  )
  const outstanding = await countsForToday(sql, reader, day)
  const visitForms = { waiting: user.forms_waiting ?? 0, missing: user.visits_missing ?? 0 }
  const shown = { day, clinician: user.display_name, ...mine, outstanding, visitForms }
  if (!oversees) return { ...shown, unowned: null, longLate: null, lateMail: null }
  const { unowned, longLate } = await readParts(
    sql,
    ['unowned', 'longLate'] as const,
    raw`
      ${asPart('unowned', linesOfNobody(weekEnds, by, oneMore))}
      union all ${asPart('unowned', callsOfNobody(by), raw`owner_id is null`)}
      union all ${asPart('unowned', visits, raw`owner_id is null`)}
      union all ${asPart('longLate', linesOfAll(longAgo, by, oneMore))}`,
    reader,
  )
  const { rows } = await raw<{ referrals: number }>`
    select count(*) as referrals from work_list
    where owner_id is null or owner_id not in (select id from clinician_in_service)`.execute(sql)
  return {
    ...shown,
    unknownTexts: { count: user.unknown_texts ?? 0, lastAt: user.last_unknown_at ?? null },
    unowned: { ...unowned, referrals: rows[0]?.referrals ?? 0 },
    longLate,
    lateMail: !user.without_late_mail,
  }
}

/** The patients whom the page showed, for the audit trail. */
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
    pathwayIds: [...new Set(lines.flatMap(({ pathwayId }) => pathwayId ?? []))],
    records: lines.flatMap(({ taskId, version }) =>
      taskId === null || version === null ? [] : [{ entity: 'task', id: taskId, version }],
    ),
  }
}

/** How many tasks and steps are late by this number of days, and how many of these nobody owns. */
export const countLate = async (
  sql: Kysely<DB>,
  days: number,
): Promise<{ late: number; unowned: number }> => {
  const { rows } = await raw<{ late: number; unowned: number }>`
    select count(*) as late, count(*) filter (where owner_id is null) as unowned
    from (${allLines(today())}) as line where line.due <= ${addDays(today(), -days)}`.execute(sql)
  return rows[0] ?? { late: 0, unowned: 0 }
}
