import { sql as raw, type Kysely } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { lookupLists, lookupNames, type LookupName, type LookupRow } from '../../contract/lookups.ts'
import { holds } from '../../contract/permissions.ts'
import type { DB } from '../db/types.ts'
import { forbidden } from '../errors.ts'
import { serve, type Service } from '../serve.ts'

interface LookupTable {
  table: keyof DB & string
  /** What a list shows beside id, name and isActive: JSON key and column. */
  columns?: Record<string, string>
  /** The column that is the name; `name` unless said. */
  name?: string
  order?: string
}

const person: Pick<LookupTable, 'columns' | 'name'> = {
  name: 'display_name',
  columns: { familyName: 'family_name', firstName: 'first_name', displayName: 'display_name' },
}
const simple = { code: 'code' }

/** Where each list stands. */
const tables: Record<LookupName, LookupTable> = {
  location: { table: 'location', columns: simple },
  declinedReferral: { table: 'declined_referral', columns: simple },
  dischargedTo: { table: 'discharged_to', columns: simple },
  dischargeReason: { table: 'discharge_reason', columns: simple },
  documentType: { table: 'document_type', columns: simple },
  concern: { table: 'concern', columns: simple },
  equipment: { table: 'equipment', columns: simple },
  exerciseType: { table: 'exercise_type', columns: simple },
  goalsAchieved: { table: 'goals_achieved', columns: simple },
  method: { table: 'method', columns: simple },
  referrer: { table: 'referrer', columns: simple },
  referTo: { table: 'refer_to', columns: simple },
  // A scale sorts by its numbers, '5' before '10' (domain section 4.2).
  vasScale: {
    table: 'vas_scale',
    columns: simple,
    order: "nullif(regexp_replace(name, '[^0-9.]', '', 'g'), '')::numeric",
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
}

export const serveLookups = (app: FastifyInstance, service: Service): void => {
  for (const name of lookupNames)
    serve(
      app,
      service,
      lookupLists[name],
      { capability: 'lookup.read', audit: 'none', idempotency: 'safe', rate: 'read' },
      async ({ principal }, { includeInActive }) => {
        const inactiveToo = includeInActive === 'true'
        if (inactiveToo && !holds(principal.profiles, 'lookup.readInactive')) throw forbidden()
        return readLookup(service.db.sql, tables[name], inactiveToo)
      },
    )
}

/** Every identifier comes from the table above, never from a request. */
const readLookup = async (
  sql: Kysely<DB>,
  lookup: LookupTable,
  inactiveToo: boolean,
): Promise<LookupRow[]> => {
  const name = raw.ref(lookup.name ?? 'name')
  const columns = Object.entries(lookup.columns ?? {}).map(
    ([key, column]) => raw`${raw.ref(column)} as ${raw.ref(key)}`,
  )
  const { rows } = await raw<LookupRow>`
    select ${raw.join([raw`id`, raw`${name} as name`, raw`is_active as "isActive"`, ...columns])}
    from ${raw.table(lookup.table)}
    where is_active or ${inactiveToo}
    order by ${lookup.order === undefined ? raw`sort_order` : raw.raw(`${lookup.order} nulls last`)}, ${name}, id`.execute(
    sql,
  )
  return rows
}
