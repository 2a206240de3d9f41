import { sql as raw, type RawBuilder, type Selectable, type Updateable } from 'kysely'
import type { DB } from '../db/types.ts'

/*
 * One map per table that a save writes, from each field of the save to the column that stores it. The written values,
 * the selected columns, the field that an error names and the label in a history or a conflict all come from it. A field
 * without a column does not compile.
 */

export type TableName = keyof DB & string
export type ColumnOf<Table extends TableName> = keyof Updateable<DB[Table]> & string

/** The columns of a table whose type fits the value. */
type ColumnFor<Value, Table extends TableName> = {
  [Column in ColumnOf<Table>]-?: NonNullable<Value> extends Updateable<DB[Table]>[Column] ? Column : never
}[ColumnOf<Table>]

/** Every field of a save with its column, except the fields in `NotStored`. */
export type ColumnsOf<Save, Table extends TableName, NotStored extends keyof Save> = {
  readonly [Field in Exclude<keyof Save, NotStored>]-?: ColumnFor<Save[Field], Table>
}

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : ''

/**
 * The map of a save, from the fields of its schema: each is stored in the column of its name in snake case.
 * @param notStored fields without a column
 * @param others columns that are not named after their field
 */
export const columnsOf = <
  Save extends Readonly<Record<string, unknown>>,
  const NotStored extends string,
  const Others extends { readonly [Field in keyof Save]?: string } = Record<never, never>,
>(
  save: Save,
  notStored: readonly NotStored[],
  others?: Others,
) => {
  const left: readonly string[] = notStored
  const derived = Object.keys(save)
    .filter((field) => !left.includes(field))
    .map((field) => [field, field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)])
  return { ...Object.fromEntries(derived), ...others } as {
    readonly [Field in Exclude<keyof Save & string, NotStored>]: Field extends keyof Others
      ? Others[Field] & string
      : SnakeCase<Field>
  }
}

/** Any such map, for code that does not depend on the table. */
export type Columns = Readonly<Record<string, string>>

/** A table that a save writes: its map, and its form's label for each field. */
export interface SavedTable<Table extends TableName = TableName> {
  table: Table
  /** The entity's name in the API, in the audit trail and in conflicts. */
  entity: string
  columns: Columns
  labels: Readonly<Record<string, string>>
}

/** Declares a table with its map. The types require existing columns and a label for each field. */
export const savedTable = <
  const Table extends TableName,
  const Map extends Readonly<Record<string, ColumnOf<Table>>>,
>(declared: {
  table: Table
  entity: string
  columns: Map
  labels: Columns & Readonly<Record<keyof Map & string, string>>
}) => declared

/** The values that a save sets, by column. An absent field leaves its column as it is. */
export type StoredValues<Map extends Columns, Save> = {
  [Field in keyof Map as Map[Field]]: Field extends keyof Save ? Save[Field] : undefined
}

export const valuesOf = <const Map extends Columns, Save extends { readonly [Field in keyof Map]?: unknown }>(
  columns: Map,
  save: Save,
) =>
  Object.fromEntries(
    Object.entries(columns).map(([field, column]) => [column, save[field as keyof Save]]),
  ) as StoredValues<Map, Save>

/** Null for every column in the map, to clear them all. */
export const cleared = <const Map extends Columns>(columns: Map) =>
  Object.fromEntries(Object.values(columns).map((column) => [column, null])) as Record<Map[keyof Map], null>

/** The columns under their fields' names, for a select. The type of its rows follows from them. */
export const selected = <const Map extends Columns, From extends string>(from: From, columns: Map) =>
  Object.entries(columns).map(([field, column]) => `${from}.${column} as ${field}`) as Selected<Map, From>[]

type Selected<Map extends Columns, From extends string> = {
  [Field in keyof Map & string]: `${From}.${Map[Field]} as ${Field}`
}[keyof Map & string]

/** The same as references to a table in the statement, for building a JSON value. */
export const refsOf = <Table extends TableName, const Map extends Readonly<Record<string, ColumnOf<Table>>>>(
  table: Table,
  columns: Map,
) =>
  Object.fromEntries(
    Object.entries(columns).map(([field, column]) => [field, raw.ref(`${table}.${column}`)]),
  ) as { [Field in keyof Map]: RawBuilder<Selectable<DB[Table]>[Map[Field] & keyof Selectable<DB[Table]>]> }

/** The API field of a column; undefined if no field has it. */
export const fieldOf = (columns: Columns, column: string): string | undefined =>
  Object.keys(columns).find((field) => columns[field] === column)

/**
 * The form's label for a field under its name in the audit trail: a column, or a part stored in another table.
 * Undefined for a column that the product fills in itself, such as a search key.
 */
export const labelOf = ({ columns, labels }: Pick<SavedTable, 'columns' | 'labels'>, name: string) =>
  labels[fieldOf(columns, name) ?? name]
