import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../platform/db/types.ts'

/*
 * Finds every table that contains patient data from the foreign keys of the schema, so that a new table cannot be
 * forgotten.
 */

export interface PatientColumn {
  name: string
  /** The PostgreSQL name of the type. */
  type: string
  /** The row it refers to, in a table that is not the patient's own. */
  names: { table: string; key: string; title: string | null } | null
}

interface Parent {
  column: string
  table: string
  key: string
}

export interface PatientTable {
  name: string
  primaryKey: readonly string[]
  columns: readonly PatientColumn[]
  parents: readonly Parent[]
}

interface ForeignKey {
  source: string
  column: string
  target: string
  key: string
}

interface CatalogueColumn {
  table: string
  column: string
  type: string
  isKey: boolean
}

/** Parents before children, the patient first. */
export const readPatientTables = async (sql: Kysely<DB>): Promise<readonly PatientTable[]> => {
  const { rows: keys } = await raw<ForeignKey>`
    select source.relname as source, near.attname as column, target.relname as target, far.attname as key
    from pg_constraint as key
    join pg_class as source on source.oid = key.conrelid and source.relnamespace = 'public'::regnamespace
    join pg_class as target on target.oid = key.confrelid
    join pg_attribute as near on near.attrelid = key.conrelid and near.attnum = key.conkey[1]
    join pg_attribute as far on far.attrelid = key.confrelid and far.attnum = key.confkey[1]
    where key.contype = 'f'
    order by 1, 2`.execute(sql)
  const { rows: columns } = await raw<CatalogueColumn>`
    select relation.relname as table, attribute.attname as column, type.typname as type,
      coalesce(attribute.attnum = any(key.conkey), false) as "isKey"
    from pg_class as relation
    join pg_attribute as attribute on attribute.attrelid = relation.oid and attribute.attnum > 0 and not attribute.attisdropped
    join pg_type as type on type.oid = attribute.atttypid
    left join pg_constraint as key on key.conrelid = relation.oid and key.contype = 'p'
    where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r'
    order by relation.relname, attribute.attnum`.execute(sql)
  return inOrder(reachedFrom('patient', keys), keys).map((name) => {
    const parents = keys.filter(({ source, target }) => source === name && target !== name)
    const own = new Set(reachedFrom('patient', keys))
    const columnsOf = (table: string) => columns.filter((each) => each.table === table)
    return {
      name,
      primaryKey: columnsOf(name).flatMap(({ column, isKey }) => (isKey ? [column] : [])),
      parents: parents.flatMap(({ column, target, key }) =>
        own.has(target) ? [{ column, table: target, key }] : [],
      ),
      columns: columnsOf(name).map(({ column, type }) => {
        const named = parents.find((key) => key.column === column && !own.has(key.target))
        const titles = columnsOf(named?.target ?? '').map((each) => each.column)
        return {
          name: column,
          type,
          names:
            named === undefined
              ? null
              : {
                  table: named.target,
                  key: named.key,
                  title: ['display_name', 'name'].find((title) => titles.includes(title)) ?? null,
                },
        }
      }),
    }
  })
}

const reachedFrom = (root: string, keys: readonly ForeignKey[]): string[] => {
  const reached = new Set([root])
  for (const table of reached)
    for (const { source, target } of keys) if (target === table) reached.add(source)
  return [...reached]
}

const inOrder = (tables: readonly string[], keys: readonly ForeignKey[]): string[] => {
  const placed: string[] = []
  const parentsOf = (table: string) =>
    keys.flatMap(({ source, target }) =>
      source === table && target !== table && tables.includes(target) ? [target] : [],
    )
  while (placed.length < tables.length) {
    const next = tables.find(
      (table) => !placed.includes(table) && parentsOf(table).every((parent) => placed.includes(parent)),
    )
    if (next === undefined) throw new Error('Tables of patients refer to each other in a circle')
    placed.push(next)
  }
  return placed
}

/**
 * Whether a row of the table, under its own name, belongs to the patient or to a record that was merged into theirs.
 */
export const isOfPatient = (
  tables: readonly PatientTable[],
  name: string,
  patientId: number,
): RawBuilder<boolean> => {
  if (name === 'patient') return raw`${raw.ref('patient.id')} = any(records_of_person(${patientId}))`
  const parents = tables.find((table) => table.name === name)?.parents ?? []
  return raw`(${raw.join(
    [
      ...(name === 'listed_person' ? [isListed(patientId)] : []),
      ...parents.map(
        ({ column, table, key }) => raw`${raw.ref(`${name}.${column}`)} in (
        select ${raw.ref(`${table}.${key}`)} from ${raw.table(table)} where ${isOfPatient(tables, table, patientId)})`,
      ),
    ],
    raw` or `,
  )})`
}

/** Case-finding lists name people by NHS number, whether or not anything came of it. */
export const isListed = (patientId: number): RawBuilder<boolean> => raw`listed_person.nhs_number in (
  select nhs_number from patient where id = any(records_of_person(${patientId}))
  union
  select nhs_number from former_number where patient_id = any(records_of_person(${patientId})))`
