import type { TestService } from '../process/service.ts'

/** What a merge and its undoing write about themselves, and rows that only ever are added. */
const logs = ['audit_event', 'patient_merge', 'stage_transition', 'work_list_change', 'request_replay']

/**
 * A checksum of every table. Versions are left out, because they never go back: a form opened while the records were one must
 * not overwrite what was saved since.
 */
export const sumsOfMerge = async ({ db }: TestService): Promise<Record<string, string>> => {
  const { rows: tables } = await db.owner.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> all($1)
     order by 1`,
    [logs],
  )
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await db.owner.query<{ sum: string }>(
      `select md5(coalesce(string_agg(row::text, ',' order by row::text), '')) as sum
       from (select to_jsonb(t) - 'version' - 'updated_at' - 'updated_by' - 'last_used_at' as row from ${name} as t) as r`,
    )
    found[name] = rows[0]?.sum ?? ''
  }
  const { rows } = await db.owner.query<{ counted: string }>(
    `select string_agg(stage || ' ' || number, ',' order by stage) as counted
     from (select stage, sum(change) as number from work_list_change group by stage having sum(change) <> 0) as c`,
  )
  return { ...found, work_list_change: rows[0]?.counted ?? '' }
}
