import { sql as raw, type Kysely } from 'kysely'
import type { getServiceStatus } from '../../../contract/app/serviceStatus.ts'
import { outsideWays } from '../../../contract/care/letters/ways.ts'
import type { ReplyOf } from '../../../contract/platform/calls/endpoint.ts'
import type { DB } from '../../platform/db/types.ts'
import type { ExchangeService } from '../settings/settings.ts'

type Outgoing = NonNullable<ReplyOf<typeof getServiceStatus>['outgoing']>

/** How letters leave by services outside, for the status of the service. */
export const readOutgoingStatus = async ({
  db,
  mesh,
  carriers,
}: Pick<ExchangeService, 'db' | 'mesh' | 'carriers'>): Promise<Outgoing> => ({
  mesh: mesh === null ? null : { ...(await readMesh(db.sql)), isStandIn: mesh.settings.isStandIn },
  letters: await Promise.all(
    outsideWays
      .filter((way) => carriers[way] !== undefined)
      .map(async (way) => ({ way, ...(await readWaiting(db.sql, way)) })),
  ),
})

const readMesh = async (sql: Kysely<DB>) => {
  const row = await sql
    .selectFrom('mesh_state')
    .select(['tried_at as lastTriedAt', 'succeeded_at as lastSuccessAt', 'problem'])
    .executeTakeFirst()
  return row ?? { lastTriedAt: null, lastSuccessAt: null, problem: null }
}

const readWaiting = async (sql: Kysely<DB>, way: Outgoing['letters'][number]['way']) => {
  const { rows } = await raw<Omit<Outgoing['letters'][number], 'way'>>`
    select count(*) filter (where state = 'queued') as waiting, min(created_at) filter (where state = 'queued') as "oldestAt",
      count(*) filter (where state = 'accepted') as "onTheWay"
    from letter_dispatch where way = ${way} and next_at is not null`.execute(sql)
  return rows[0] ?? { waiting: 0, oldestAt: null, onTheWay: 0 }
}
