import { sql as raw, type Kysely } from 'kysely'
import { today, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { dueBounds, type StageTargets } from '../../../contract/stages/due.ts'
import type { DueCounts } from '../../../contract/stages/dueGroup.ts'
import { forEachStage, stages, type Stage } from '../../../contract/stages/stage.ts'
import { parameter, prepare } from '../../platform/db/query/compileOnce.ts'
import type { DB } from '../../platform/db/types.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import type { DueBy } from './read.ts'
import { stageTargetColumns } from './targets.ts'

export const noneDue: DueCounts = { late: 0, thisWeek: 0, later: 0 }

/*
 * Counts how many patients are on each list, and how many of them are late. The database notes each row that joins or
 * leaves a list, and adds the notes together once a minute (decision 27). A process keeps the sums, and reads the notes
 * since then, with the targets, in one statement. This is as accurate as adding everything, and costs the same however
 * many notes there were before (decision 117).
 */

/** A number of rows of a list for one day; the day is null if the wait has no start. */
interface Noted {
  day: CalendarDate | null
  change: number
}

interface AddedTogether {
  /** A new id whenever notes are added together. */
  counted: string | null
  of: Record<Stage, readonly Noted[]>
  /** The last counts of these sums, with their bounds, which change only with the day and the targets. */
  last: Map<Stage, { bounds: string; counts: DueCounts }>
}

interface Answer {
  counted: string
  targets: StageTargets
  noted: [isOpen: boolean, stage: Stage, day: CalendarDate | null, change: number][]
}

const noted = raw`
  select is_open, stage, day, sum(change) as change
  from (
    select is_open, stage, day, change from work_list_change where is_open
    union all
    select is_open, stage, day, change from work_list_change
    where not is_open and rule.counted is distinct from ${parameter(1, 'uuid')}) as change
  group by is_open, stage, day`

const targets = raw.join(
  stages.flatMap((stage) => [raw.lit(stage), raw.ref(`stage_target.${stageTargetColumns[stage]}`)]),
)

/** Given the known uuid, returns the notes since then, or everything if notes have been added together meanwhile. */
const readNoted = prepare<Answer>(
  'counters',
  raw<Answer>`
  select rule.counted, json_build_object(${targets}) as targets,
    (select coalesce(json_agg(json_build_array(is_open, stage, day, change)), '[]') from (${noted}) as noted) as noted
  from work_list_rule as rule cross join stage_target`,
)

const nothing: AddedTogether = { counted: null, of: forEachStage(() => []), last: new Map() }

/** The cached sums of each database. */
const known = new WeakMap<Kysely<DB>, AddedTogether>()

export interface Counters {
  /** The current targets and day, which determine what is late. */
  by: DueBy
  due: (stage: Stage) => DueCounts
}

export const readCounters = async ({
  db: { sql },
  clock,
}: Pick<Service, 'db' | 'clock'>): Promise<Counters> => {
  const before = known.get(sql) ?? nothing
  const [answer] = await readNoted(sql, before.counted)
  if (answer === undefined) throw new Error('The database has no targets')
  const open = forEachStage((): Noted[] => [])
  const closed = forEachStage((): Noted[] => [])
  for (const [isOpen, stage, day, change] of answer.noted)
    (isOpen ? open : closed)[stage].push({ day, change })
  const isNew = answer.counted !== before.counted
  const kept = isNew ? { counted: answer.counted, of: closed, last: new Map() } : before
  if (isNew) known.set(sql, kept)
  const by = { targets: answer.targets, today: today(clock()) }
  return { by, due: (stage) => countBy(stage, kept, open[stage], by) }
}

const countBy = (
  stage: Stage,
  { of, last }: AddedTogether,
  since: readonly Noted[],
  by: DueBy,
): DueCounts => {
  const { lateBefore, laterAfter } = dueBounds(stage, by.targets, by.today)
  const bounds = `${lateBefore} ${laterAfter}`
  const before = last.get(stage)
  const counts = before?.bounds === bounds ? before.counts : countIn(stage, of[stage], by)
  last.set(stage, { bounds, counts })
  return countIn(stage, since, by, counts)
}

/** Adds the changes before, between and after the bounds of a list to what was counted already. */
export const countIn = (
  stage: Stage,
  noted: readonly Noted[],
  { targets, today }: DueBy,
  counted: DueCounts = noneDue,
): DueCounts => {
  const { lateBefore, laterAfter } = dueBounds(stage, targets, today)
  const counts = { ...counted }
  for (const { day, change } of noted) {
    if (day === null || (day >= lateBefore && day <= laterAfter)) counts.thisWeek += change
    else counts[day < lateBefore ? 'late' : 'later'] += change
  }
  return counts
}
