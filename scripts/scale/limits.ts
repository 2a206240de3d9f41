import { documentation, type Mark } from './documentation.ts'
import type { Schema } from './schema.ts'

interface Read {
  schema: Schema
  sources: ReadonlyMap<string, string>
  migrations: ReadonlyMap<string, string>
}

/** What a database makes of it: a word, the marks of its documentation, and what that says in short. */
type Verdict = readonly ['works' | 'must change' | 'not said', readonly Mark[], string?]

interface Limit {
  what: string
  /** Where it is: names of tables, functions and files. */
  places: (read: Read) => readonly string[]
  citus: Verdict
  yugabyte: Verdict
  limitless: Verdict
}

/** The column that would say of each row whose it is. */
const shardKey = 'service_id'
/** National lists, the same for every service: copied to every node, not divided. All other tables are of a service. */
const shared = new Set(['gender', 'ethnicity', 'name_prefix', 'organisation', 'organisation_parent'])
const isOfService = (table: string): boolean => !shared.has(table)

const inSources =
  (pattern: RegExp): Limit['places'] =>
  ({ sources }) =>
    [...sources].filter(([, text]) => pattern.test(text)).map(([path]) => path)
const inFunctions =
  (pattern: RegExp): Limit['places'] =>
  ({ schema }) =>
    schema.functions.filter(({ body }) => pattern.test(body)).map(({ name }) => name)
const inBoth =
  (pattern: RegExp): Limit['places'] =>
  (read) => [...inSources(pattern)(read), ...inFunctions(pattern)(read)]

const works = (...marks: Mark[]): Verdict => ['works', marks]
const mustChange = (words: string, ...marks: Mark[]): Verdict => ['must change', marks, words]
const notSaid: Verdict = ['not said', []]

/** A CHECK beyond comparisons with literals, as PostgreSQL writes it back. */
const isMoreThanComparison = (check: string): boolean =>
  /[a-z_]\(|~|\bCASE\b|IS (NOT )?NULL|IS (NOT )?DISTINCT|\bANY\b|= \(/.test(check.replace(/^CHECK \(/, ''))

export const limits: readonly Limit[] = [
  {
    what: `Tables of a service without \`${shardKey}\``,
    places: ({ schema }) =>
      schema.tables
        .filter(({ name, columns }) => isOfService(name) && !columns.includes(shardKey))
        .map(({ name }) => name),
    citus: mustChange('rows are divided by a column; or whole schemas, without one', 'C1', 'C6'),
    yugabyte: works('Y10'),
    limitless: mustChange('a sharded table needs its key', 'L2'),
  },
  {
    what: 'Primary keys without it',
    places: ({ schema }) =>
      schema.uniques
        .filter(
          ({ table, isPrimary, columns }) => isPrimary && isOfService(table) && !columns.includes(shardKey),
        )
        .map(({ table }) => table),
    citus: mustChange('must have the column', 'C1'),
    yugabyte: works('Y10'),
    limitless: mustChange('must have the key', 'L2'),
  },
  {
    what: 'Unique indexes without it, primary keys left out',
    places: ({ schema }) =>
      schema.uniques
        .filter(
          ({ table, isPrimary, columns }) => !isPrimary && isOfService(table) && !columns.includes(shardKey),
        )
        .map(({ name }) => name),
    citus: mustChange('must have the column', 'C1'),
    yugabyte: works('Y10'),
    limitless: mustChange('must have the key', 'L2'),
  },
  {
    what: 'Foreign keys between tables of a service, without it',
    places: ({ schema }) =>
      schema.foreignKeys
        .filter(
          ({ table, target, columns }) =>
            isOfService(table) && isOfService(target) && !columns.includes(shardKey),
        )
        .map(({ table, columns }) => `${table}.${columns.join()}`),
    citus: mustChange('must have the column', 'C1'),
    yugabyte: works('Y10'),
    limitless: mustChange('must have the key', 'L2'),
  },
  {
    what: 'Foreign keys from a table of a service to a shared one',
    places: ({ schema }) =>
      schema.foreignKeys
        .filter(({ table, target }) => isOfService(table) && !isOfService(target))
        .map(({ table, columns }) => `${table}.${columns.join()}`),
    citus: works('C1'),
    yugabyte: works('Y10'),
    limitless: works('L2'),
  },
  {
    what: 'Foreign keys from a shared table to one of a service',
    places: ({ schema }) =>
      schema.foreignKeys
        .filter(({ table, target }) => !isOfService(table) && isOfService(target))
        .map(({ table, columns }) => `${table}.${columns.join()}`),
    citus: mustChange('not from a reference table', 'C1'),
    yugabyte: works('Y10'),
    limitless: mustChange('not from a reference table', 'L2'),
  },
  {
    what: 'Triggers for each row',
    places: ({ schema }) =>
      schema.triggers.filter(({ isRow }) => isRow).map(({ table, name }) => `${table}.${name}`),
    citus: mustChange('only with `citus.enable_unsafe_triggers`', 'C3', 'C4'),
    yugabyte: works('Y6'),
    limitless: mustChange('no triggers', 'L2'),
  },
  {
    what: 'Triggers for each statement, without transition tables',
    places: ({ schema }) =>
      schema.triggers
        .filter(({ isRow, hasTransitionTables }) => !isRow && !hasTransitionTables)
        .map(({ table, name }) => `${table}.${name}`),
    citus: mustChange('would fire on every shard', 'C3', 'C5'),
    yugabyte: works('Y6'),
    limitless: mustChange('no triggers', 'L2'),
  },
  {
    what: 'Triggers with transition tables',
    places: ({ schema }) =>
      schema.triggers
        .filter(({ hasTransitionTables }) => hasTransitionTables)
        .map(({ table, name }) => `${table}.${name}`),
    citus: mustChange('would fire on every shard', 'C3', 'C5'),
    yugabyte: mustChange('no REFERENCING', 'Y1', 'Y4'),
    limitless: mustChange('no triggers', 'L2'),
  },
  {
    what: 'Identity columns',
    places: ({ schema }) => schema.identities.map(({ table }) => table),
    citus: works('C2'),
    yugabyte: works('Y10'),
    limitless: mustChange('no IDENTITY; a named sequence instead', 'L2'),
  },
  {
    what: 'Identity columns smaller than bigint',
    places: ({ schema }) =>
      schema.identities.filter(({ type }) => type !== 'bigint').map(({ table }) => table),
    citus: mustChange('may fail on a worker', 'C2'),
    yugabyte: notSaid,
    limitless: mustChange('no IDENTITY', 'L2'),
  },
  {
    what: 'Ids that must come in the order of time, or be read as the last given (sealing)',
    places: inFunctions(/audit_event_id_seq|last_value/),
    citus: mustChange('each node gives its own', 'C2'),
    yugabyte: notSaid,
    limitless: mustChange('each router gives its own, and shows only its own', 'L2'),
  },
  {
    what: 'Locks of other transactions read from the catalogue (sealing)',
    places: inFunctions(/\bpg_locks\b/),
    citus: notSaid,
    yugabyte: mustChange('no transaction ids', 'Y1'),
    limitless: notSaid,
  },
  {
    what: 'Stored generated columns',
    places: ({ schema }) => schema.generated.map(({ where, what }) => `${where}.${what}`),
    citus: notSaid,
    yugabyte: works('Y8'),
    limitless: notSaid,
  },
  {
    what: 'GIN indexes over one column',
    places: ({ schema }) =>
      schema.indexes
        .filter(({ method, columns }) => method === 'gin' && columns === 1)
        .map(({ name }) => name),
    citus: works('C1'),
    yugabyte: works('Y5'),
    limitless: notSaid,
  },
  {
    what: 'GIN indexes over several columns',
    places: ({ schema }) =>
      schema.indexes.filter(({ method, columns }) => method === 'gin' && columns > 1).map(({ name }) => name),
    citus: works('C1'),
    yugabyte: mustChange('one column each', 'Y1'),
    limitless: notSaid,
  },
  {
    what: 'GiST indexes',
    places: ({ schema }) => schema.indexes.filter(({ method }) => method === 'gist').map(({ name }) => name),
    citus: works('C1'),
    yugabyte: mustChange('not supported', 'Y1'),
    limitless: notSaid,
  },
  {
    what: 'BRIN indexes',
    places: ({ schema }) => schema.indexes.filter(({ method }) => method === 'brin').map(({ name }) => name),
    citus: works('C1'),
    yugabyte: notSaid,
    limitless: notSaid,
  },
  {
    what: 'Partitioned tables, one level',
    places: ({ schema }) => schema.partitioned,
    citus: works('C2'),
    yugabyte: works('Y9'),
    limitless: mustChange('no ATTACH, no DETACH', 'L2'),
  },
  {
    what: 'Functions that make tables or partitions while the service runs',
    places: inFunctions(/(create table|attach partition|detach partition)/i),
    citus: mustChange('DDL at the coordinator alone', 'C1'),
    yugabyte: mustChange('no DDL within a transaction', 'Y1'),
    limitless: mustChange('no ATTACH, no DETACH', 'L2'),
  },
  {
    what: 'Row level security',
    places: ({ schema }) => schema.policies,
    citus: notSaid,
    yugabyte: notSaid,
    limitless: mustChange('no policies', 'L3'),
  },
  {
    what: 'CHECKs beyond comparisons with literals',
    places: ({ schema }) =>
      schema.checks.filter(({ what }) => isMoreThanComparison(what)).map(({ where }) => where),
    citus: notSaid,
    yugabyte: notSaid,
    limitless: mustChange('only comparisons with literals', 'L2'),
  },
  {
    what: 'Exclusion constraints',
    places: ({ schema }) => schema.exclusions,
    citus: notSaid,
    yugabyte: mustChange('not supported', 'Y1'),
    limitless: mustChange('not supported', 'L2'),
  },
  {
    what: 'Deferrable foreign keys',
    places: ({ schema }) =>
      schema.foreignKeys.filter(({ isDeferrable }) => isDeferrable).map(({ table }) => table),
    citus: notSaid,
    yugabyte: mustChange('not supported', 'Y1'),
    limitless: works('L2'),
  },
  {
    what: 'Unlogged or temporary tables',
    places: (read) => [...read.schema.unlogged, ...inBoth(/create (global |local )?(temp|unlogged)/i)(read)],
    citus: notSaid,
    yugabyte: mustChange('no UNLOGGED', 'Y1'),
    limitless: notSaid,
  },
  {
    what: 'Extensions beside plpgsql',
    places: ({ schema }) => schema.extensions.filter((name) => name !== 'plpgsql'),
    citus: notSaid,
    yugabyte: notSaid,
    limitless: mustChange('few are supported', 'L2'),
  },
  {
    what: 'Default privileges',
    places: ({ migrations }) =>
      [...migrations].filter(([, text]) => /alter default privileges/i.test(text)).map(([path]) => path),
    citus: notSaid,
    yugabyte: notSaid,
    limitless: mustChange('not supported', 'L3'),
  },
  {
    what: 'Advisory locks',
    places: inBoth(/pg_(try_)?advisory_|advisoryLock\(/),
    citus: notSaid,
    yugabyte: works('Y2'),
    limitless: notSaid,
  },
  {
    what: 'LOCK TABLE',
    places: inBoth(/\block table\b/i),
    citus: notSaid,
    yugabyte: mustChange('not supported; a preview behind a flag', 'Y1', 'Y2'),
    limitless: works('L4'),
  },
  {
    what: 'FOR UPDATE',
    places: inBoth(/\bfor (no key )?update\b|\.forUpdate\(/i),
    citus: mustChange(`only where one shard is asked: with \`${shardKey} =\` in each`, 'C2'),
    yugabyte: works('Y2'),
    limitless: works('L4'),
  },
  {
    what: 'FOR UPDATE SKIP LOCKED',
    places: inBoth(/skip locked|\.skipLocked\(/i),
    citus: mustChange('as FOR UPDATE', 'C2'),
    yugabyte: works('Y12'),
    limitless: notSaid,
  },
  {
    what: 'Repeatable read, read only',
    places: inSources(/isReadOnly: true|repeatable read/),
    citus: notSaid,
    yugabyte: works('Y3'),
    limitless: works('L1'),
  },
  {
    what: 'Serializable',
    places: inSources(/\bserializable\b/i),
    citus: notSaid,
    yugabyte: works('Y3'),
    limitless: mustChange('not supported', 'L1'),
  },
  {
    what: 'Savepoints',
    places: inSources(/savepoint /i),
    citus: notSaid,
    yugabyte: works('Y11'),
    limitless: works('L4'),
  },
  {
    what: 'ON CONFLICT DO UPDATE with a subquery or the clock',
    places: inBoth(/do update\s+set[^`;]*?(clock_timestamp\(|\(\s*select\b)/i),
    citus: notSaid,
    yugabyte: notSaid,
    limitless: mustChange('the value is worked out before', 'L5'),
  },
  {
    what: 'UPDATE with a volatile function (the clock)',
    places: inBoth(/\bupdate [^`;]*?set[^`;]*?clock_timestamp\(/i),
    citus: mustChange('the time comes from the process', 'C2'),
    yugabyte: notSaid,
    limitless: notSaid,
  },
  {
    what: 'Recursive queries',
    places: (read) => [
      ...inBoth(/with recursive/i)(read),
      ...read.schema.views.filter(({ body }) => /recursive/i.test(body)).map(({ name }) => name),
    ],
    citus: mustChange('only where one shard is asked', 'C2'),
    yugabyte: notSaid,
    limitless: notSaid,
  },
  {
    what: 'GROUPING SETS, ROLLUP, CUBE, TABLESAMPLE',
    places: inBoth(/grouping sets|\brollup \(|\bcube \(|tablesample/i),
    citus: mustChange('only where one shard is asked', 'C2'),
    yugabyte: notSaid,
    limitless: notSaid,
  },
  {
    what: 'LISTEN and NOTIFY by the product',
    places: inBoth(/pg_notify|[`'"](listen|notify) [a-z"]/),
    citus: notSaid,
    yugabyte: works('Y7'),
    limitless: mustChange('not supported', 'L4'),
  },
  {
    what: 'LISTEN and NOTIFY by the job queue (graphile-worker)',
    places: ({ schema }) => schema.notifying.map((name) => `graphile_worker.${name}`),
    citus: notSaid,
    yugabyte: works('Y7'),
    limitless: mustChange('not supported', 'L4'),
  },
]

const mostNamed = 5
const placesInWords = (places: readonly string[]): string => {
  const names = [...new Set(places)]
  const named = names.slice(0, mostNamed).map((name) => `\`${name}\``)
  const more = names.length - named.length
  return `${places.length}: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const verdictInWords = ([word, marks, words]: Verdict): string => {
  const said = words === undefined ? word : `**${word}**: ${words}`
  return marks.length === 0 ? said : `${said} [${marks.join(', ')}]`
}

/** The table of docs/scale.md, and the addresses of what it says. */
export const limitTable = (read: Read): string => {
  const rows = limits.map((limit) => {
    const places = limit.places(read)
    if (places.length === 0)
      return `| ${limit.what} | none | does not matter | does not matter | does not matter |`
    const verdicts = [limit.citus, limit.yugabyte, limit.limitless].map(verdictInWords)
    return `| ${[limit.what, placesInWords(places), ...verdicts].join(' | ')} |`
  })
  return [
    '| What | Where | Citus | YugabyteDB | Aurora Limitless |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
    ...Object.entries(documentation).map(([mark, address]) => `- ${mark}: ${address}`),
  ].join('\n')
}
