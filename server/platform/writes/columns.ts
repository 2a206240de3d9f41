import { sql as raw, type RawBuilder, type Selectable, type Updateable } from 'kysely'
import type { DB } from '../db/types.ts'

/*
 * One map for each table that a save writes: every field of the save and the column that stores it. What is written,
 * what is selected back, the field that an error names and the label that a history or a conflict shows all come from
 * it, so a field that the map forgets does not compile.
 */

export type TableName = keyof DB & string
export type ColumnOf<Table extends TableName> = keyof Updateable<DB[Table]> & string

/** The columns of a table that can hold the value. */
type ColumnFor<Value, Table extends TableName> = {
  [Column in ColumnOf<Table>]-?: NonNullable<Value> extends Updateable<DB[Table]>[Column] ? Column : never
}[ColumnOf<Table>]

/** Every field of a save with its column, but those that are said not to be stored there. */
export type ColumnsOf<Save, Table extends TableName, NotStored extends keyof Save> = {
  readonly [Field in Exclude<keyof Save, NotStored>]-?: ColumnFor<Save[Field], Table>
}

/** Any such map, where it no longer matters of which table. */
export type Columns = Readonly<Record<string, string>>

/** A table that a save writes: its map, and what its form calls each field. */
export interface SavedTable<Table extends TableName = TableName> {
  table: Table
  /** The entity's name on the wire, in the audit trail and in conflicts. */
  entity: string
  columns: Columns
  labels: Readonly<Record<string, string>>
}

/** A table with its map: asks for columns that are there and for a label of each field. */
export const savedTable = <
  const Table extends TableName,
  const Map extends Readonly<Record<string, ColumnOf<Table>>>,
>(declared: {
  table: Table
  entity: string
  columns: Map
  labels: Columns & Readonly<Record<keyof Map & string, string>>
}) => declared

/** What a save sets, by column: an absent field leaves its column as it is. */
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

/** Takes away all that the map stores. */
export const cleared = <const Map extends Columns>(columns: Map) =>
  Object.fromEntries(Object.values(columns).map((column) => [column, null])) as Record<Map[keyof Map], null>

/** The columns under the names of their fields, for a select: the type of its rows follows from them. */
export const selected = <const Map extends Columns, From extends string>(from: From, columns: Map) =>
  Object.entries(columns).map(([field, column]) => `${from}.${column} as ${field}`) as Selected<Map, From>[]

type Selected<Map extends Columns, From extends string> = {
  [Field in keyof Map & string]: `${From}.${Map[Field]} as ${Field}`
}[keyof Map & string]

/** The same of a table that is in the statement, for a JSON value. */
export const refsOf = <Table extends TableName, const Map extends Readonly<Record<string, ColumnOf<Table>>>>(
  table: Table,
  columns: Map,
) =>
  Object.fromEntries(
    Object.entries(columns).map(([field, column]) => [field, raw.ref(`${table}.${column}`)]),
  ) as { [Field in keyof Map]: RawBuilder<Selectable<DB[Table]>[Map[Field] & keyof Selectable<DB[Table]>]> }

/** The field of the wire that a column comes from; undefined for a column that no field has. */
export const fieldOf = (columns: Columns, column: string): string | undefined =>
  Object.keys(columns).find((field) => columns[field] === column)

/**
 * What a form calls the field that the audit trail has under this name: a column, or a part that is kept in a table of its
 * own. Undefined for a column that the product fills by itself, such as a key to search by.
 */
export const labelOf = ({ columns, labels }: Pick<SavedTable, 'columns' | 'labels'>, name: string) =>
  labels[fieldOf(columns, name) ?? name]
