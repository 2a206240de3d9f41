import type { Client } from 'pg'

/** Few look anything up in these while they are filled, and then by their primary keys. */
const bare = ['patient', 'work_list', 'exercise_attendance']

export const filled = [
  ...bare,
  'pathway',
  'frat',
  'wellbeing',
  'treatment_plan',
  'exercise',
  'followup',
  'stage_transition',
]

/**
 * Does work that adds very many rows while the tables are without what would be looked at for each of them: indexes that nothing
 * is looked up by, foreign keys, the words of names. All of it is made up for afterwards, for all rows at once and on two
 * connections, and the tables are as they were.
 * @throws when an index, a trigger or a constraint is not afterwards what it was
 */
export const withBareTables = async (
  clients: readonly [Client, Client],
  work: () => Promise<void>,
): Promise<void> => {
  const [client] = clients
  const before = await readShape(client)
  const indexes = await readIndexes(client)
  const keys = await readForeignKeys(client)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  await client.query('alter table patient disable trigger keep_name_words')

  await work()

  await client.query('alter table patient enable trigger keep_name_words')
  await client.query(addNameWords)
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition} not valid`)
  await inTurn(clients, [
    ...indexes.map(({ definition }) => definition),
    ...keys.map(({ table, name }) => `alter table ${table} validate constraint ${name}`),
  ])
  const after = await readShape(client)
  const differing = [
    ...before.filter((line) => !after.includes(line)).map((line) => `no longer: ${line}`),
    ...after.filter((line) => !before.includes(line)).map((line) => `only now: ${line}`),
  ]
  if (differing.length > 0)
    throw new Error(`The tables are not what they were before they were filled:\n${differing.join('\n')}`)
}

/** Each of the statements by the first connection that is free. */
const inTurn = async (clients: readonly Client[], statements: readonly string[]): Promise<void> => {
  const waiting = [...statements]
  await Promise.all(
    clients.map(async (client) => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await client.query(next)
    }),
  )
}

/** As keep_name_words does for one patient. */
const addNameWords = `
  insert into name_word (word)
  select distinct each.word
  from (select family_name from patient union select first_name from patient) as given (name),
    unnest(words_of(name_in_words(given.name))) as each (word)
  where not exists (select from name_word as known where known.word = each.word)`

interface Dropped {
  table: string
  name: string
  definition: string
}

/** Those that only make reading quicker: none that a row must be unique by. */
const readIndexes = async (client: Client): Promise<Dropped[]> => {
  const { rows } = await client.query<Dropped>(
    `select indrelid::regclass::text as table, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index
     where indrelid = any($1::text[]::regclass[]) and not indisunique
       and not exists (select from pg_constraint where conindid = indexrelid)
     order by pg_relation_size(indexrelid) desc, indexrelid`,
    [bare],
  )
  return rows
}

/** But for those that name users, of whom no row that is added knows. */
const readForeignKeys = async (client: Client): Promise<Dropped[]> => {
  const { rows } = await client.query<Dropped>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where conrelid = any($1::text[]::regclass[]) and contype = 'f' and confrelid <> 'app_user'::regclass
     order by oid`,
    [filled],
  )
  return rows
}

/** The indexes, triggers and constraints of the schema, a line each. PostgreSQL gives the triggers of a foreign key names of its own. */
const readShape = async (client: Client): Promise<string[]> => {
  const { rows } = await client.query<{ line: string }>(
    `select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid, indisready, indislive, indisclustered, indisreplident,
       obj_description(indexrelid, 'pg_class')) as line
     from pg_index join pg_class on pg_class.oid = indexrelid
     where relnamespace = 'public'::regnamespace
     union all
     select concat_ws(' ', 'trigger', tgrelid::regclass, tgenabled, case when tgisinternal
       then concat_ws(' ', conname, tgfoid::regproc, tgtype) else pg_get_triggerdef(pg_trigger.oid) end)
     from pg_trigger join pg_class on pg_class.oid = tgrelid left join pg_constraint on pg_constraint.oid = tgconstraint
     where relnamespace = 'public'::regnamespace
     union all
     select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated, conenforced,
       obj_description(oid, 'pg_constraint'))
     from pg_constraint where connamespace = 'public'::regnamespace
     order by line`,
  )
  return rows.map(({ line }) => line)
}
