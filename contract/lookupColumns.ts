import { formatYesNo } from './format.ts'
import type { Column } from './grid.ts'
import type { KeptLookup, LookupRow } from './lookups.ts'

/** What each list is called, on its screen and in its export. */
export const lookupTitles: Record<KeptLookup, string> = {
  location: 'Locations',
  declinedReferral: 'Declined Referral Reasons',
  dischargedTo: 'Discharged To',
  dischargeReason: 'Discharge Reasons',
  documentType: 'Document Types',
  concern: 'Wellbeing Concerns',
  equipment: 'Equipment',
  exerciseType: 'Exercise Types',
  goalsAchieved: 'Goals Achieved',
  method: 'Referral Methods',
  referrer: 'Referrers',
  referTo: 'Refer To',
  vasScale: 'VAS Scale',
  gender: 'Genders',
  ethnicity: 'Ethnicities',
  namePrefix: 'Name Prefixes',
  clinician: 'Clinicians',
  teamMember: 'Team Members',
  role: 'Roles',
}

export type LookupColumnId =
  'id' | 'name' | 'internalCode' | 'code' | 'abbreviated' | 'description' | 'displayName' | 'isActive'
export type LookupColumn = Column<LookupRow> & { id: LookupColumnId }

const text = (key: Exclude<LookupColumnId, 'id' | 'isActive'>, title: string): LookupColumn => ({
  id: key,
  title,
  kind: 'text',
  value: (row) => row[key] ?? null,
})
const id: LookupColumn = { id: 'id', title: 'Id', kind: 'number', value: (row) => row.id }
const name = text('name', 'Name')
const internalCode = text('internalCode', 'Internal Code')
const code = text('code', 'Code')
const isActive: LookupColumn = {
  id: 'isActive',
  title: 'Is Active',
  kind: 'text',
  value: (row) => formatYesNo(row.isActive),
}

const simple = [id, name, isActive]
const special: Partial<Record<KeptLookup, readonly LookupColumn[]>> = {
  ethnicity: [id, internalCode, code, name, isActive],
  gender: [id, internalCode, code, name, text('abbreviated', 'Abbreviated'), isActive],
  namePrefix: [internalCode, name, text('description', 'Description')],
  teamMember: [id, text('displayName', 'Display Name'), isActive],
  role: [id, name],
}

/** The columns of a list (specification, Grids), on screen and in its export. */
export const lookupColumnsOf = (of: KeptLookup): readonly LookupColumn[] => special[of] ?? simple
