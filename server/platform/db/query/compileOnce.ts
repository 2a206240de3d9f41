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
 * The text of an expression that is the same each time, written once: a long query otherwise costs the process more
 * each time than it costs the database. It must carry no values of its own (`raw.lit` writes them into the text).
 */
export const compileOnce = <Value>(expression: Expression<Value>): RawBuilder<Value> => {
  const { sql: text, parameters } = raw`${expression}`.compile(build)
  if (parameters.length > 0) throw new Error(`A text that stays the same has values of its own: ${text}`)
  return raw<Value>`${raw.raw(text)}`
}

/** What a statement is told each time, as itself or as the place of a prepared one's value. */
export type Value<Told> = Told | RawBuilder<Told>

/** A value that a prepared statement is run with, counted from 1. */
export const parameter = <Value>(position: number, type: string): RawBuilder<Value> =>
  raw<Value>`${raw.raw(`$${position}::${type}`)}`

/**
 * The same through a select, so that PostgreSQL knows as little of it when it plans for one run as for all: of a large table a plan for
 * the value itself looks cheaper, and each run is planned anew.
 */
export const unseen = <Value>(position: number, type: string): RawBuilder<Value> =>
  raw<Value>`(select ${parameter(position, type)})`

/**
 * `any` of the values of a list that a prepared statement is run with. Through a select, so that PostgreSQL knows as little of it
 * when it plans for one run as for all: a list of one would always look cheaper than the ten that it takes for granted, and be
 * planned anew each time.
 */
export const anyOf = (position: number, type: string): RawBuilder<unknown> =>
  raw`any((select ${parameter(position, `${type}[]`)})::${raw.raw(type)}[])`

/**
 * The ids of a list that a prepared statement is run with, as a table with the `place` of each, of which PostgreSQL knows as little: for
 * rows that are wanted in that order.
 */
export const listOfIds = (position: number): RawBuilder<unknown> =>
  raw`unnest((select ${parameter(position, 'bigint[]')})) with ordinality as asked (id, place)`

/**
 * The text of a statement with its name in front. To be kept: text that is put together anew is copied to be looked into, and
 * compared with that of before letter by letter, which for the view of a pathway was a tenth of all that the call took.
 */
const withName = (name: string, text: string): string => `/* prepared: ${name} */ ${text}`

/** A statement under a name (prepareNamed.ts), written once, with the rows that it answers. */
export const prepare = <Row>(name: string, query: Expression<Row>) => {
  const prepared = withName(name, compileOnce(query).compile(build).sql)
  return async (sql: Kysely<DB>, ...values: readonly unknown[]): Promise<Row[]> =>
    (await sql.executeQuery<Row>(CompiledQuery.raw(prepared, [...values]))).rows
}

/** Each takes some 300 KB of each connection that runs it. */
const mostNamed = 48
const namedFor = new WeakMap<Kysely<DB>, Map<string, string>>()

/** The text with a name in front that it gives itself; undefined past so many texts. */
const namedByText = (sql: Kysely<DB>, kind: string, text: string): string | undefined => {
  const named = namedFor.get(sql) ?? new Map<string, string>()
  namedFor.set(sql, named)
  const known = named.get(text)
  if (known !== undefined || named.size >= mostNamed) return known
  const digest = sha256(text).toString('hex').slice(0, 20)
  const name = `${kind} ${digest.replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`
  const prepared = withName(name, text)
  named.set(text, prepared)
  return prepared
}

/** A statement as it is sent, with its values in their order. */
export interface Written {
  text: string
  values: readonly unknown[]
}

export const writeOut = (statement: RawBuilder<unknown>): Written => {
  const { sql: text, parameters } = statement.compile(build)
  return { text, values: parameters }
}

/**
 * Runs a statement under a name that its text gives, for one that is put together and has few texts. What may be another value each
 * time must be a parameter. Past so many texts, any other is planned each time.
 */
export const prepareByText = async <Row>(
  sql: Kysely<DB>,
  kind: string,
  { text, values }: Written,
): Promise<Row[]> => {
  const prepared = namedByText(sql, kind, text) ?? text
  return (await sql.executeQuery<Row>(CompiledQuery.raw(prepared, [...values]))).rows
}
