import { X509Certificate } from 'node:crypto'
import { sql as raw, type Kysely } from 'kysely'
import type { getServiceStatus } from '../../../contract/app/serviceStatus.ts'
import { outsideWays } from '../../../contract/care/letters/ways.ts'
import { dayOfInstant } from '../../../contract/platform/dates/wallTime.ts'
import { formatLongDate, instantOf } from '../../../contract/platform/words/format.ts'
import type { ReplyOf } from '../../../contract/platform/calls/endpoint.ts'
import type { DB } from '../../platform/db/types.ts'
import type { ExchangeService } from '../settings/settings.ts'
import type { MeshSettings } from './mesh/settings.ts'

type Outgoing = NonNullable<ReplyOf<typeof getServiceStatus>['outgoing']>

/** How letters leave by services outside, for the status of the service. */
export const readOutgoingStatus = async ({
  db,
  mesh,
  carriers,
  clock,
}: Pick<ExchangeService, 'db' | 'mesh' | 'carriers' | 'clock'>): Promise<Outgoing> => ({
  mesh: mesh === null ? null : await readMesh(db.sql, mesh.settings, clock()),
  letters: await Promise.all(
    outsideWays
      .filter((way) => carriers[way] !== undefined)
      .map(async (way) => ({ way, ...(await readWaiting(db.sql, way)) })),
  ),
})

const readMesh = async (
  sql: Kysely<DB>,
  { tls, isStandIn }: MeshSettings,
  now: number,
): Promise<NonNullable<Outgoing['mesh']>> => {
  const found = await sql
    .selectFrom('mesh_state')
    .select(['tried_at as lastTriedAt', 'succeeded_at as lastSuccessAt', 'problem'])
    .executeTakeFirst()
  const row = found ?? { lastTriedAt: null, lastSuccessAt: null, problem: null }
  const problems = [row.problem, tls === null ? null : whenItEnds(tls.cert, now)]
  return { ...row, problem: problems.filter((problem) => problem !== null).join(' ') || null, isStandIn }
}

/** So long before its end somebody should renew a certificate. */
const warnedDays = 30

const whenItEnds = (certificate: string, now: number): string | null => {
  const end = new X509Certificate(certificate).validToDate.getTime()
  if (end - now > warnedDays * 24 * 60 * 60_000) return null
  const day = formatLongDate(dayOfInstant(instantOf(end)))
  return end <= now ? `Our certificate ended on ${day}.` : `Our certificate ends on ${day}: renew it.`
}

const readWaiting = async (sql: Kysely<DB>, way: Outgoing['letters'][number]['way']) => {
  const { rows } = await raw<Omit<Outgoing['letters'][number], 'way'>>`
    select count(*) filter (where state = 'queued') as waiting, min(created_at) filter (where state = 'queued') as "oldestAt",
      count(*) filter (where state = 'accepted') as "onTheWay"
    from letter_dispatch where way = ${way} and next_at is not null`.execute(sql)
  return rows[0] ?? { waiting: 0, oldestAt: null, onTheWay: 0 }
}
