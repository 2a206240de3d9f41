import { formatYesNo } from '../platform/words/format.ts'
import type { Column } from '../platform/words/grid.ts'
import type { LookupRow } from './lookupRow.ts'

export type LookupColumnId =
  'id' | 'name' | 'internalCode' | 'code' | 'abbreviated' | 'description' | 'displayName' | 'isActive'
export type LookupColumn = Column<LookupRow> & { id: LookupColumnId }

const text = (key: Exclude<LookupColumnId, 'id' | 'isActive'>, title: string): LookupColumn => ({
  id: key,
  title,
  kind: 'text',
  value: (row) => row[key] ?? null,
})

/** The columns that lists are built from, on screen and in their exports (specification, Grids). */
export const lookupColumns: Record<LookupColumnId, LookupColumn> = {
  id: { id: 'id', title: 'Id', kind: 'number', value: (row) => row.id },
  name: text('name', 'Name'),
  internalCode: text('internalCode', 'Internal Code'),
  code: text('code', 'Code'),
  abbreviated: text('abbreviated', 'Abbreviated'),
  description: text('description', 'Description'),
  displayName: text('displayName', 'Display Name'),
  isActive: { id: 'isActive', title: 'Is Active', kind: 'text', value: (row) => formatYesNo(row.isActive) },
}
