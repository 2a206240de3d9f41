import type { Pool } from 'pg'
import { contextOfSecret } from '../../accounts/secondFactor/secondFactor.ts'
import { contextOfDraft } from '../../accounts/drafts/routes.ts'
import { contextOfSubscription } from '../../exchange/fhir/subscriptions/register.ts'
import { contextOfRun } from '../../insight/runs/store.ts'
import { contextOfEntry, contextOfPack } from '../../care/visits/packs.ts'
import { contextOfFile } from '../../insight/csds/store.ts'

export interface SealedRow {
  /** Identifies the row. */
  key: string
  id: number
  user_id: number
  sealed: Buffer
}

/**
 * Where values sealed with SECRET_KEY are stored. Short-lived values, such as a sign-in in progress at the provider,
 * are not listed: they expire.
 */
export const sealedPlaces = [
  {
    what: 'authenticator secrets',
    table: 'second_factor',
    column: 'sealed_secret',
    key: 'user_id',
    ids: 'user_id as id, user_id',
    contextOf: (row: SealedRow) => contextOfSecret(row.user_id),
  },
  {
    what: 'drafts',
    table: 'draft',
    column: 'sealed',
    key: `user_id || ' ' || encode(place_hash, 'hex')`,
    ids: 'user_id as id, user_id',
    contextOf: (row: SealedRow) => contextOfDraft(row.user_id),
  },
  {
    what: 'reports that were asked for',
    table: 'report_run',
    column: 'sealed',
    key: 'id',
    ids: 'id, user_id',
    contextOf: (row: SealedRow) => contextOfRun(row),
  },
  {
    what: 'secrets of subscriptions',
    table: 'fhir_subscription',
    column: 'sealed_secret',
    key: 'id',
    ids: 'id, created_by as user_id',
    contextOf: (row: SealedRow) => contextOfSubscription(row.id),
  },
  {
    what: 'national returns',
    table: 'csds_file',
    column: 'sealed',
    key: `submission_id || ' ' || place`,
    ids: 'submission_id as id, 0 as user_id',
    contextOf: ({ key }: SealedRow) => {
      const [submission, place] = key.split(' ')
      return contextOfFile(Number(submission), Number(place))
    },
  },
  {
    what: 'keys of visits that devices took along',
    table: 'visit_pack',
    column: 'sealed',
    key: 'id',
    ids: '0 as id, user_id',
    contextOf: ({ key }: SealedRow) => contextOfPack(key),
  },
  {
    what: 'what was typed on visits and waits',
    table: 'visit_entry',
    column: 'sealed',
    key: 'id',
    ids: '0 as id, user_id',
    contextOf: ({ key }: SealedRow) => contextOfEntry(key),
  },
] as const

type SealedPlace = (typeof sealedPlaces)[number]

/**
 * The values sealed in a place.
 * @param most how many of the newest to return; default all
 */
export const selectSealed = async (
  pool: Pool,
  { table, column, key, ids }: SealedPlace,
  most: number | null = null,
): Promise<SealedRow[]> => {
  const { rows } = await pool.query<SealedRow>(
    `select (${key})::text as key, ${ids}, ${column} as sealed
     from ${table} where ${column} is not null order by ctid desc limit $1`,
    [most],
  )
  return rows
}
