import { sql as raw, type Kysely } from 'kysely'
import type { ReplyOf } from '../../../contract/platform/calls/endpoint.ts'
import type { getServiceStatus } from '../../../contract/app/serviceStatus.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import type { DB } from '../../platform/db/types.ts'
import { sendersToRing } from './answers/toPassOn.ts'
import type { ExchangeService } from '../settings/settings.ts'

type Incoming = NonNullable<ReplyOf<typeof getServiceStatus>['incoming']>

interface Counts {
  ers: Incoming['ers']
  messages: number
  lastMessageAt: string | null
  waiting: number
  oldestAt: string | null
  failed: number
}

const dayMs = 24 * 60 * 60_000

/** How referrals come in and senders are told, for the status of the service; null for what is switched off. */
export const readIncomingStatus = async ({
  db,
  bars,
  ers,
  clock,
}: Pick<ExchangeService, 'db' | 'bars' | 'ers' | 'clock'>): Promise<Incoming> => {
  if (bars === null && ers === null) return { ers: null, bars: null, answers: null }
  const found = await read(db.sql, clock())
  const { waiting, oldestAt, failed } = found
  return {
    ers: ers === null ? null : (found.ers ?? { lastTriedAt: null, lastSuccessAt: null, problem: null }),
    bars: bars === null ? null : { lastDay: found.messages, lastAt: found.lastMessageAt },
    answers: { waiting, oldestAt, failed },
  }
}

const read = async (sql: Kysely<DB>, now: number): Promise<Counts> => {
  const { rows } = await raw<Counts>`
    select (select jsonb_build_object('lastTriedAt', tried_at, 'lastSuccessAt', succeeded_at, 'problem', problem) from ers_reading) as ers,
      (select count(*) from service_message where received_at > ${instantOf(now - dayMs)}) as messages,
      (select max(received_at) from service_message) as "lastMessageAt",
      (select count(*) from sender_answer where state = 'waiting') as waiting,
      (select min(created_at) from sender_answer where state = 'waiting') as "oldestAt",
      ${sendersToRing} as failed`.execute(sql)
  const [found] = rows
  if (found === undefined) throw new Error('A row of counts')
  return found
}
