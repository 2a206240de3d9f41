import { labels } from '../../../contract/platform/words/labels.ts'
import type { LookupRow } from '../../../contract/reference/lookupRow.ts'
import type { LookupFields, LookupName } from '../../../contract/reference/lookups.ts'
import type { ColumnOf, Columns, ColumnsOf, SavedTable, TableName } from '../../platform/writes/columns.ts'
import type { StoredRow } from '../../platform/writes/saveRow.ts'

type LookupTableName = {
  [Table in TableName]: StoredRow<Table> extends { id: number; sort_order: number; is_active: boolean }
    ? Table
    : never
}[TableName]

export interface LookupTable extends SavedTable<LookupTableName> {
  /** Columns that the list shows in addition to those it saves: JSON key and column. */
  also: Columns
  /** The column with the name; `name` by default. */
  name?: string
  /** What the list sorts by before the name; `sort_order` by default. */
  order?: string
}

/** Type-checks a list against its form and its table. */
const lookup = <Of extends LookupName, Table extends LookupTableName>(
  of: Of,
  {
    also = {},
    ...declared
  }: {
    table: Table
    columns: ColumnsOf<LookupFields<Of>, Table, never>
    also?: { readonly [Key in keyof LookupRow]?: ColumnOf<Table> }
    name?: ColumnOf<Table>
    order?: string
  },
): LookupTable => ({ ...declared, columns: { ...declared.columns }, also, entity: of, labels: labels.lookup })

const simple = { name: 'name', sortOrder: 'sort_order', isActive: 'is_active' } as const
const withCodes = { ...simple, csdsCode: 'csds_code', csdsSource: 'csds_source' } as const
const person = {
  familyName: 'family_name',
  firstName: 'first_name',
  displayName: 'display_name',
  isActive: 'is_active',
} as const
const also = { code: 'code' } as const

/** The table of each list, and everything special about it. */
export const lookupTables = {
  location: lookup('location', {
    table: 'location',
    columns: { ...withCodes, address: 'address' },
    also,
  }),
  declinedReferral: lookup('declinedReferral', { table: 'declined_referral', columns: withCodes, also }),
  dischargedTo: lookup('dischargedTo', { table: 'discharged_to', columns: simple, also }),
  dischargeReason: lookup('dischargeReason', { table: 'discharge_reason', columns: withCodes, also }),
  documentType: lookup('documentType', { table: 'document_type', columns: simple, also }),
  concern: lookup('concern', {
    table: 'concern',
    columns: simple,
    also: { ...also, redFlagSign: 'red_flag_sign' },
  }),
  equipment: lookup('equipment', { table: 'equipment', columns: simple, also }),
  exerciseType: lookup('exerciseType', { table: 'exercise_type', columns: simple, also }),
  goalsAchieved: lookup('goalsAchieved', { table: 'goals_achieved', columns: simple, also }),
  method: lookup('method', { table: 'method', columns: simple, also }),
  referrer: lookup('referrer', { table: 'referrer', columns: withCodes, also }),
  referTo: lookup('referTo', { table: 'refer_to', columns: simple, also }),
  team: lookup('team', { table: 'team', columns: simple, also }),
  // A scale sorts by its numbers: '5' before '10'.
  vasScale: lookup('vasScale', {
    table: 'vas_scale',
    columns: { name: 'name', isActive: 'is_active' },
    also,
    order: "substring(name from '[0-9]+(?:[.][0-9]+)?')::numeric",
  }),
  gender: lookup('gender', {
    table: 'gender',
    columns: { ...simple, internalCode: 'internal_code', code: 'code', abbreviated: 'abbreviated' },
  }),
  ethnicity: lookup('ethnicity', {
    table: 'ethnicity',
    columns: { ...simple, internalCode: 'internal_code', code: 'code' },
  }),
  namePrefix: lookup('namePrefix', {
    table: 'name_prefix',
    columns: { ...simple, internalCode: 'internal_code', description: 'description' },
  }),
  clinician: lookup('clinician', { table: 'clinician', name: 'display_name', columns: person }),
  teamMember: lookup('teamMember', { table: 'team_member', name: 'display_name', columns: person }),
  role: lookup('role', {
    table: 'role',
    columns: { name: 'name', profile: 'profile', isActive: 'is_active' },
    also: { profileIsFixed: 'profile_is_fixed' },
  }),
} as const satisfies Record<LookupName, LookupTable>

/** What a list shows of a row in addition to its id, name and whether it is active: JSON key and column. */
export const shownBeside = ({ columns, also }: LookupTable): [key: string, column: string][] =>
  Object.entries({ ...columns, ...also }).filter(([key]) => !(key in simple))
