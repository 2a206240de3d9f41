import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../platform/db/types.ts'

/** An app that can be opened from a referral. */
interface Openable {
  id: number
  name: string
  teamId: number | null
  launchUrl: string
}

const openable = (day: string, which: RawBuilder<unknown>) => raw<Openable>`
  select id, name, team_id as "teamId", launch_url as "launchUrl" from fhir_client
  where kind = 'app' and launch_url is not null and revoked_at is null and approved_at is not null
    and expires_date >= ${day}::date and ${which}
  order by lower(name), id`

export const listOpenable = async (sql: Kysely<DB>, day: string): Promise<Openable[]> =>
  (await openable(day, raw`true`).execute(sql)).rows

export const findOpenable = async (sql: Kysely<DB>, id: number, day: string): Promise<Openable | null> =>
  (await openable(day, raw`id = ${id}`).execute(sql)).rows[0] ?? null
