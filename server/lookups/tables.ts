import type { KeptLookup } from '../../contract/lookups.ts'
import type { DB } from '../db/types.ts'

export interface LookupTable {
  table: keyof DB & string
  /** What a list holds beside id, name and isActive: JSON key and column. */
  columns: Record<string, string>
  /** The column that is the name; `name` unless said. */
  name?: string
  /** What the list sorts by before the name; `sort_order` unless said. */
  order?: string
}

const person = {
  name: 'display_name',
  columns: { familyName: 'family_name', firstName: 'first_name', displayName: 'display_name' },
}
const columns = { code: 'code' }

/** Where each list stands, and all that is special about it. */
export const lookupTables: Record<KeptLookup, LookupTable> = {
  location: { table: 'location', columns },
  declinedReferral: { table: 'declined_referral', columns },
  dischargedTo: { table: 'discharged_to', columns },
  dischargeReason: { table: 'discharge_reason', columns },
  documentType: { table: 'document_type', columns },
  concern: { table: 'concern', columns },
  equipment: { table: 'equipment', columns },
  exerciseType: { table: 'exercise_type', columns },
  goalsAchieved: { table: 'goals_achieved', columns },
  method: { table: 'method', columns },
  referrer: { table: 'referrer', columns },
  referTo: { table: 'refer_to', columns },
  // A scale sorts by its numbers, '5' before '10' (domain section 4.2).
  vasScale: {
    table: 'vas_scale',
    columns,
    order: "substring(name from '[0-9]+(?:[.][0-9]+)?')::numeric",
  },
  gender: {
    table: 'gender',
    columns: { internalCode: 'internal_code', code: 'code', abbreviated: 'abbreviated' },
  },
  ethnicity: { table: 'ethnicity', columns: { internalCode: 'internal_code', code: 'code' } },
  namePrefix: {
    table: 'name_prefix',
    columns: { internalCode: 'internal_code', description: 'description' },
  },
  clinician: { table: 'clinician', ...person },
  teamMember: { table: 'team_member', ...person },
  role: { table: 'role', columns: { profile: 'profile', profileIsFixed: 'profile_is_fixed' } },
}
