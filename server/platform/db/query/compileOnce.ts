import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql as raw,
  type Expression,
  type RawBuilder,
} from 'kysely'
import { sha256 } from '../../crypto/sha256.ts'
import type { DB } from '../types.ts'

/** Builds queries without a database. */
export const build = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/**
 * Compiles an expression that never changes to text, once: compiling a long query each time costs the process more than
 * running it costs the database. The expression must carry no values of its own (`raw.lit` writes them into the text).
 */
export const compileOnce = <Value>(expression: Expression<Value>): RawBuilder<Value> => {
  const { sql: text, parameters } = raw`${expression}`.compile(build)
  if (parameters.length > 0) throw new Error(`A text that stays the same has values of its own: ${text}`)
  return raw<Value>`${raw.raw(text)}`
}

/** A value of a statement: the value itself, or the placeholder of a prepared statement. */
export type Value<Told> = Told | RawBuilder<Told>

/** The placeholder of a prepared statement's value. @param position counted from 1 */
export const parameter = <Value>(position: number, type: string): RawBuilder<Value> =>
  raw<Value>`${raw.raw(`$${position}::${type}`)}`

/**
 * The same through a select, which hides the value from PostgreSQL's planner. For a large table a plan for one specific
 * value looks cheaper than the general plan, so PostgreSQL would plan every run afresh.
 */
export const unseen = <Value>(position: number, type: string): RawBuilder<Value> =>
  raw<Value>`(select ${parameter(position, type)})`

/**
 * `any` of a list parameter of a prepared statement. The select hides the list from PostgreSQL's planner: a list of one
 * always looks cheaper than the ten elements that the general plan assumes, so PostgreSQL would plan every run afresh.
 */
export const anyOf = (position: number, type: string): RawBuilder<unknown> =>
  raw`any((select ${parameter(position, `${type}[]`)})::${raw.raw(type)}[])`

/**
 * A list parameter of ids as a table, with the `place` of each id, for rows that are wanted in that order. The select
 * hides the list from the planner here too.
 */
export const listOfIds = (position: number): RawBuilder<unknown> =>
  raw`unnest((select ${parameter(position, 'bigint[]')})) with ordinality as asked (id, place)`

/**
 * The text of a statement with its name in front. Keep the result: text that is concatenated again for each call is
 * copied to be inspected and compared with the previous text letter by letter. For the view of a pathway that was a
 * tenth of the cost of the call.
 */
const withName = (name: string, text: string): string => `/* prepared: ${name} */ ${text}`

/** A named statement (prepareNamed.ts), compiled once, with the type of its rows. */
export const prepare = <Row>(name: string, query: Expression<Row>) => {
  const prepared = withName(name, compileOnce(query).compile(build).sql)
  return async (sql: Kysely<DB>, ...values: readonly unknown[]): Promise<Row[]> =>
    (await sql.executeQuery<Row>(CompiledQuery.raw(prepared, [...values]))).rows
}

/** Each named statement takes 0.3 to 5 MB in each connection that runs it. */
const mostNamed = 48
const namedFor = new WeakMap<Kysely<DB>, Map<string, Map<string, string>>>()

/** A statement on one row by its id takes about 10 KB. */
const mostShort = 300
const shortNamed = new Map<string, string>()

/** The text with a name derived from it in front; undefined for a new text once `most` texts have names. */
const namedByText = (
  named: Map<string, string>,
  most: number,
  kind: string,
  text: string,
): string | undefined => {
  const known = named.get(text)
  if (known !== undefined || named.size >= most) return known
  const digest = sha256(text).toString('hex').slice(0, 20)
  const name = `${kind} ${digest.replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`
  const prepared = withName(name, text)
  named.set(text, prepared)
  return prepared
}

/** A compiled statement, with its values in order. */
export interface Written {
  text: string
  values: readonly unknown[]
}

export const writeOut = (statement: RawBuilder<unknown>): Written => {
  const { sql: text, parameters } = statement.compile(build)
  return { text, values: parameters }
}

/**
 * Prepares and runs a statement under a name derived from its text. For statements that are composed at run time and
 * have few distinct texts; values that vary must be parameters. Beyond `mostNamed` texts of a kind, further ones are
 * planned on every run.
 */
export const prepareByText = async <Row>(
  sql: Kysely<DB>,
  kind: string,
  { text, values }: Written,
): Promise<Row[]> => {
  const kinds = namedFor.get(sql) ?? new Map<string, Map<string, string>>()
  namedFor.set(sql, kinds)
  const named = kinds.get(kind) ?? new Map<string, string>()
  kinds.set(kind, named)
  const prepared = namedByText(named, mostNamed, kind, text) ?? text
  return (await sql.executeQuery<Row>(CompiledQuery.raw(prepared, [...values]))).rows
}

/**
 * The same for a short statement that any plan suits, such as an insert of one row or a lock by id: parsing and planning
 * it costs more than running it. The texts are shared by all transactions.
 */
export const prepareShort = async <Row>(
  sql: Kysely<DB>,
  kind: string,
  statement: RawBuilder<Row>,
): Promise<Row[]> => {
  const { text, values } = writeOut(statement)
  const prepared = namedByText(shortNamed, mostShort, kind, text) ?? text
  return (await sql.executeQuery<Row>(CompiledQuery.raw(prepared, [...values]))).rows
}
