import type { FastifyInstance } from 'fastify'
import {
  exportListedPeople,
  lateLists,
  listedPeople,
  longUnreached,
  senderColumns,
} from '../../../../contract/exchange/caseFinding/listedPeople.ts'
import { today } from '../../../../contract/platform/dates/dates.ts'
import { notFound } from '../../../platform/errors.ts'
import { serveListExport } from '../../../platform/http/lists/listExport.ts'
import { route } from '../../../platform/http/calls/route.ts'
import type { Rights } from '../../../platform/http/request/rights.ts'
import type { ExchangeService } from '../../settings/settings.ts'
import { readLateLists } from './lateLists.ts'
import { countLongUnreached } from './longUnreached.ts'
import { readForSender, readPeople } from './people.ts'

/** The standing of a restricted record is shown without a link to it. */
const reads: Rights = {
  capability: 'referral.triage',
  audit: 'read',
  idempotency: 'safe',
  rate: 'read',
  restricted: 'lists',
}

/** How people on case-finding lists stand, and which lists and people are late. */
export const serveListedPeople = (app: FastifyInstance, service: ExchangeService): void => {
  const { sql } = service.db
  const day = () => today(service.clock())
  const assertOffered = (): void => {
    if (!service.caseFinding) throw notFound()
  }
  route(app, service, listedPeople, reads, async (call, { id, shown, page }) => {
    assertOffered()
    const { userId, sessionId } = call.principal
    const people = await readPeople(sql, {
      ...{ listId: id, shown: shown ?? null, page: page ?? 1 },
      ...{ reader: { userId, sessionId }, today: day() },
    })
    call.showed({
      patientIds: people.rows.flatMap(({ patientId }) => patientId ?? []),
      records: [
        { entity: 'caseFindingList', id },
        ...people.rows.map((row) => ({ entity: 'listedPerson', id: row.id })),
      ],
    })
    return people
  })
  serveListExport(app, service, exportListedPeople, {
    capability: 'referral.triage',
    columns: senderColumns,
    read: async (_, { id }) => {
      assertOffered()
      const { title, rows } = await readForSender(sql, id, day())
      return { title, name: 'case-finding-list', rows }
    },
    trace: (rows) => ({
      patientIds: rows.flatMap(({ patientId }) => patientId ?? []),
      records: rows.map(({ id }) => ({ entity: 'listedPerson', id })),
    }),
  })
  route(app, service, lateLists, { ...reads, audit: 'none' }, async () => {
    assertOffered()
    return readLateLists(sql, day())
  })
  route(app, service, longUnreached, { ...reads, audit: 'none', capability: 'today.oversee' }, async () => {
    assertOffered()
    return countLongUnreached(sql, day())
  })
}
