import { parse, type AlterTableStmt, type Node, type RangeVar } from 'libpg-query'
import type { Closed } from '../../server/platform/db/migrations/lockedTables.ts'

/** What a migration does to what was there before, as far as its text says. */
export interface Effects {
  /** Tables and views that it makes. */
  makes: string[]
  /** What others cannot do with a table until it has ended. */
  closes: Map<string, Closed>
  /** The table of each of these is closed to reading and writing; only the database knows which it is. */
  dropsIndexes: string[]
  changesRowsOf: string[]
  /** What the release before may still use, or may still write, in words. */
  takesAway: string[]
  /** Columns that it adds, as table.column: the release before leaves them empty. */
  addsColumns: string[]
  /** The text of each function that it makes. */
  functions: Map<string, string>
  /** Whether a part of it decides as it runs what it does. */
  decidesAsItRuns: boolean
}

/** Reads it with the parser of PostgreSQL itself. Throws where that does not understand it. */
export const effectsOf = async (sql: string): Promise<Effects> => {
  const effects: Effects = {
    makes: [],
    closes: new Map(),
    dropsIndexes: [],
    changesRowsOf: [],
    takesAway: [],
    addsColumns: [],
    functions: new Map(),
    decidesAsItRuns: false,
  }
  for (const { stmt } of (await parse(sql)).stmts ?? []) if (stmt !== undefined) add(effects, stmt)
  for (const made of effects.makes) effects.closes.delete(made)
  effects.changesRowsOf = [...new Set(effects.changesRowsOf)].filter(
    (table) => !effects.makes.includes(table),
  )
  return effects
}

const nameOf = ({ schemaname, relname = '' }: RangeVar): string =>
  schemaname === undefined ? relname : `${schemaname}.${relname}`

const close = (effects: Effects, table: RangeVar | undefined, closed: Closed): void => {
  if (table === undefined) return
  const name = nameOf(table)
  if (effects.closes.get(name) !== 'reading and writing') effects.closes.set(name, closed)
}

const add = (effects: Effects, statement: Node): void => {
  if ('CreateStmt' in statement) {
    const { relation, tableElts = [], inhRelations = [] } = statement.CreateStmt
    if (relation !== undefined) effects.makes.push(nameOf(relation))
    for (const table of referredTo(tableElts)) close(effects, table, 'writing')
    for (const parent of inhRelations)
      if ('RangeVar' in parent) close(effects, parent.RangeVar, 'reading and writing')
  } else if ('ViewStmt' in statement) {
    const { view, replace } = statement.ViewStmt
    if (replace === true) close(effects, view, 'reading and writing')
    else if (view !== undefined) effects.makes.push(nameOf(view))
  } else if ('AlterTableStmt' in statement) addAlteration(effects, statement.AlterTableStmt)
  else if ('IndexStmt' in statement) {
    const { concurrent, relation, unique, indexParams = [] } = statement.IndexStmt
    if (concurrent !== true) close(effects, relation, 'writing')
    const columns = indexParams.flatMap((each) => ('IndexElem' in each ? (each.IndexElem.name ?? []) : []))
    if (unique === true && !isOfNewColumns(effects, relation, columns, 'some'))
      refuses(effects, relation, 'takes each value once in')
  } else if ('CreateTrigStmt' in statement) {
    const { relation, funcname = [] } = statement.CreateTrigStmt
    close(effects, relation, 'writing')
    const text = effects.functions.get(funcname.map(lastName).at(-1) ?? '')
    // One that was made before may refuse as well.
    if (text === undefined || /\braise\s+exception\b/i.test(text))
      refuses(effects, relation, 'may refuse rows of')
  } else if ('CreatePolicyStmt' in statement) {
    close(effects, statement.CreatePolicyStmt.table, 'reading and writing')
    refuses(effects, statement.CreatePolicyStmt.table, 'may refuse rows of')
  } else if ('CreateFunctionStmt' in statement) {
    const { funcname = [] } = statement.CreateFunctionStmt
    effects.functions.set(funcname.map(lastName).at(-1) ?? '', JSON.stringify(statement.CreateFunctionStmt))
  } else if ('GrantStmt' in statement) {
    const { is_grant: isGrant, objects = [] } = statement.GrantStmt
    if (isGrant === true) return
    const names = objects.map((each) => ('RangeVar' in each ? nameOf(each.RangeVar) : lastName(each)))
    for (const name of names)
      if (!effects.makes.includes(name) && !effects.functions.has(name))
        effects.takesAway.push(`takes a right to ${name}`)
  } else if ('InsertStmt' in statement) addRows(effects, statement.InsertStmt.relation)
  else if ('UpdateStmt' in statement) addRows(effects, statement.UpdateStmt.relation)
  else if ('DeleteStmt' in statement) addRows(effects, statement.DeleteStmt.relation)
  else if ('RenameStmt' in statement) {
    const { relation, renameType, subname } = statement.RenameStmt
    if (renameType === 'OBJECT_INDEX') return
    close(effects, relation, 'reading and writing')
    const table = relation === undefined ? 'something' : nameOf(relation)
    effects.takesAway.push(subname === undefined ? `renames ${table}` : `renames ${table}.${subname}`)
  } else if ('DropStmt' in statement) {
    const { removeType, objects = [] } = statement.DropStmt
    const names = objects.map(lastName)
    if (removeType === 'OBJECT_INDEX') effects.dropsIndexes.push(...names)
    else {
      for (const name of names) {
        if (removeType === 'OBJECT_TABLE' || removeType === 'OBJECT_VIEW')
          effects.closes.set(name, 'reading and writing')
        effects.takesAway.push(`drops ${name}`)
      }
    }
  } else if ('DoStmt' in statement) {
    effects.decidesAsItRuns = true
    const text = JSON.stringify(statement.DoStmt)
    if (/\b(drop\s+(table|column|view|function)|rename\s+(to|column))\b/i.test(text))
      effects.takesAway.push('drops or renames something in a block that decides as it runs')
  } else if (!harmless.some((kind) => kind in statement)) effects.decidesAsItRuns = true
}

/** What takes no lock that a call would wait for. */
const harmless = ['AlterDefaultPrivilegesStmt', 'CreateSchemaStmt', 'CommentStmt', 'VariableSetStmt'] as const

const addRows = (effects: Effects, table: RangeVar | undefined): void => {
  if (table !== undefined) effects.changesRowsOf.push(nameOf(table))
}

const addAlteration = (effects: Effects, { relation, cmds = [] }: AlterTableStmt): void => {
  if (relation === undefined) return
  const table = nameOf(relation)
  // What the same migration made nobody uses yet.
  const isNew = effects.makes.includes(table)
  for (const node of cmds) {
    if (!('AlterTableCmd' in node)) continue
    const { subtype, name = '', def } = node.AlterTableCmd
    if (subtype === 'AT_ValidateConstraint') continue
    close(effects, relation, 'reading and writing')
    if (def !== undefined) for (const other of referredTo([def])) close(effects, other, 'writing')
    if (isNew) continue
    if (subtype === 'AT_AddColumn' && def !== undefined && 'ColumnDef' in def)
      effects.addsColumns.push(`${table}.${def.ColumnDef.colname}`)
    if (subtype === 'AT_AddConstraint' && def !== undefined && 'Constraint' in def) {
      const { contype, conname, keys = [], fk_attrs: foreign = [] } = def.Constraint
      const columns = contype === 'CONSTR_CHECK' ? columnsIn(def) : [...keys, ...foreign].map(lastName)
      // What the release before leaves empty breaks no rule; of a check, only where it looks at nothing else.
      const how = contype === 'CONSTR_CHECK' ? 'every' : 'some'
      if (!isOfNewColumns(effects, relation, columns, how))
        effects.takesAway.push(`makes a rule for ${table}${conname === undefined ? '' : ` (${conname})`}`)
    }
    if (subtype === 'AT_ColumnDefault' && def === undefined)
      effects.takesAway.push(`drops the default of ${table}.${name}`)
    if (subtype === 'AT_EnableRowSecurity') effects.takesAway.push(`may refuse rows of ${table}`)
    if (subtype === 'AT_DropColumn') effects.takesAway.push(`drops ${table}.${name}`)
    if (subtype === 'AT_AlterColumnType') effects.takesAway.push(`changes the type of ${table}.${name}`)
    if (subtype === 'AT_SetNotNull') effects.takesAway.push(`requires ${table}.${name}`)
    if (
      subtype === 'AT_AddColumn' &&
      def !== undefined &&
      'ColumnDef' in def &&
      isRequired(def.ColumnDef.constraints ?? [])
    )
      effects.takesAway.push(`requires ${table}.${def.ColumnDef.colname}`)
  }
}

/** What the release before writes to a table that it knows, and can no longer. */
const refuses = (effects: Effects, table: RangeVar | undefined, how: string): void => {
  if (table !== undefined && !effects.makes.includes(nameOf(table)))
    effects.takesAway.push(`${how} ${nameOf(table)}`)
}

/** Whether the same migration made the table, or these columns of it. */
const isOfNewColumns = (
  effects: Effects,
  table: RangeVar | undefined,
  columns: readonly string[],
  how: 'some' | 'every',
): boolean => {
  const isNew = (column: string) =>
    table !== undefined && effects.addsColumns.includes(`${nameOf(table)}.${column}`)
  return columns.length > 0 && (how === 'some' ? columns.some(isNew) : columns.every(isNew))
}

/** The columns that a rule names, wherever in it. */
const columnsIn = (part: unknown): string[] => {
  if (typeof part !== 'object' || part === null) return []
  if ('ColumnRef' in part)
    return [lastName(((part.ColumnRef as { fields?: Node[] }).fields ?? []).at(-1) ?? ({} as Node))]
  return Object.values(part).flatMap(columnsIn)
}

/** Whether a column must be given, which a release that does not know it cannot do. */
const isRequired = (constraints: readonly Node[]): boolean => {
  const kinds = constraints.map((each) => ('Constraint' in each ? each.Constraint.contype : undefined))
  return (
    kinds.includes('CONSTR_NOTNULL') && !kinds.some((kind) => givesValue.includes(kind ?? 'CONSTR_NOTNULL'))
  )
}
const givesValue: readonly string[] = ['CONSTR_DEFAULT', 'CONSTR_IDENTITY', 'CONSTR_GENERATED']

/** The tables that foreign keys in these definitions lead to. */
const referredTo = (definitions: readonly Node[]): RangeVar[] =>
  definitions.flatMap((each) => {
    if ('ColumnDef' in each) return referredTo(each.ColumnDef.constraints ?? [])
    return 'Constraint' in each && each.Constraint.pktable !== undefined ? [each.Constraint.pktable] : []
  })

/** Of a list of names, or a function with its arguments. */
const lastName = (node: Node): string => {
  if ('String' in node) return node.String.sval ?? ''
  const parts =
    'List' in node
      ? (node.List.items ?? [])
      : 'ObjectWithArgs' in node
        ? (node.ObjectWithArgs.objname ?? [])
        : []
  const last = parts.at(-1)
  return last === undefined ? 'something' : lastName(last)
}
