import type { Pool } from 'pg'

/** Everything that migrations make, a line for each thing, in order. The tables of months come by themselves and are left out. */
export const schemaOf = async (owner: Pool): Promise<string[]> => {
  const { rows } = await owner.query<{ line: string }>(everything)
  return rows.map(({ line }) => line)
}

const everything = `
  with ours as (
    select pg_class.* from pg_class where relnamespace = 'public'::regnamespace and not relispartition)
  select concat_ws(' ', 'table', relname, relkind, relrowsecurity, relacl) as line from ours where relkind <> 'i'
  union all
  select concat_ws(' ', 'column', relname, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
    attstorage, pg_get_expr(adbin, adrelid), attacl)
    from ours join pg_attribute on attrelid = ours.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped and relkind <> 'i'
  union all
  select concat_ws(' ', 'index', pg_get_indexdef(oid)) from ours where relkind in ('i', 'I')
  union all
  select concat_ws(' ', 'constraint', relname, conname, convalidated, pg_get_constraintdef(pg_constraint.oid))
    from ours join pg_constraint on conrelid = ours.oid
  union all
  select concat_ws(' ', 'trigger', pg_get_triggerdef(pg_trigger.oid), tgenabled)
    from ours join pg_trigger on tgrelid = ours.oid where not tgisinternal
  union all
  select concat_ws(' ', 'policy', relname, polname, polcmd, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
    from ours join pg_policy on polrelid = ours.oid
  union all
  select concat_ws(' ', 'view', relname, pg_get_viewdef(oid)) from ours where relkind in ('v', 'm')
  union all
  select concat_ws(' ', 'function', pg_get_functiondef(oid), proacl)
    from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
  order by line`
