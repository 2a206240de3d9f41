import type { FastifyInstance } from 'fastify'
import {
  addListPart,
  allLists,
  checkList,
  getList,
  listFaults,
  listTemplate,
  loadList,
  sendToTriage,
  startListUpload,
} from '../../../contract/exchange/caseFinding/caseFinding.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { HttpProblem, notFound } from '../../platform/errors.ts'
import { route } from '../../platform/http/calls/route.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import type { ExchangeService } from '../settings/settings.ts'
import { faultsFile, templateFile } from './files.ts'
import { readLists, readListView } from './lists.ts'
import { planList, storeList } from './loading/loadList.ts'
import { sendRound } from './sendRound.ts'
import { addPart, findUpload, markUpload, readUpload, startUpload } from './loading/upload.ts'

const reads: Rights = {
  capability: 'referral.triage',
  audit: 'read',
  idempotency: 'safe',
  rate: 'read',
}
const writes: Rights = {
  capability: 'caseFinding.write',
  audit: 'write',
  idempotency: 'repeatable',
  rate: 'write',
}

const entity = 'caseFindingList'
/** Of how a list is described only the kind and the day, which decide what is wrong with a row, matter for its faults. */
const anyList = { kind: 'falls', sender: '-' } as const

/** Lists of people who may need the service: loading one, and sending its people to triage. */
export const serveCaseFinding = (app: FastifyInstance, service: ExchangeService): void => {
  const { sql } = service.db
  const assertOffered = (): void => {
    if (!service.caseFinding) throw notFound()
  }
  const now = (): number => service.clock()

  route(app, service, allLists, reads, async (call) => {
    assertOffered()
    const rows = await readLists(sql)
    call.showed({ records: rows.map(({ id, version }) => ({ entity, id, version })) })
    return { rows }
  })
  route(app, service, getList, reads, async (call, { id }) => {
    assertOffered()
    const list = await readListView(sql, id, now())
    call.showed({ records: [{ entity, id, version: list.version }] })
    return list
  })
  route(app, service, listTemplate, { ...reads, audit: 'none' }, async () => {
    assertOffered()
    return templateFile()
  })
  route(app, service, startListUpload, writes, (call) =>
    call.write((writing) => {
      assertOffered()
      return startUpload(writing.sql, writing.userId, now())
    }),
  )
  route(app, service, addListPart, { ...writes, rate: 'upload' }, (call, input) =>
    call.write((writing) => {
      assertOffered()
      return addPart(writing.sql, { ...input, userId: writing.userId })
    }),
  )
  route(app, service, checkList, writes, async (call, { id, ...described }) => {
    assertOffered()
    const { userId } = call.principal
    const file = await readUpload(sql, { id, userId }, described, today(now()))
    const { report } = await planList(sql, file, described, now())
    return call.write(async (writing) => {
      await markUpload(writing.sql, id, instantOf(now()))
      return report
    })
  })
  route(
    app,
    service,
    listFaults,
    { ...reads, capability: 'caseFinding.write', rate: 'report' },
    async (call, { id }) => {
      assertOffered()
      const { userId } = call.principal
      const described = { ...anyList, listDate: today(now()) }
      const { faults } = await readUpload(sql, { id, userId }, described, today(now()))
      call.showed({ records: [{ entity: 'caseFindingUpload', id }] })
      return faultsFile(faults.map((fault) => ({ ...fault, file: '' })))
    },
  )
  route(app, service, loadList, { ...writes, idempotency: 'create' }, (call, { id, ...list }) =>
    call.write(async ({ sql: transaction, userId, trace }) => {
      assertOffered()
      const upload = await findUpload(transaction, id, userId)
      if (upload.checked_at === null)
        throw new HttpProblem(409, 'conflict', 'Check the list first. Nothing was stored.')
      const file = await readUpload(transaction, { id, userId }, list, today(now()))
      const stored = await storeList(transaction, file, list, { userId, now: now() })
      if (stored.id === null)
        throw new HttpProblem(409, 'conflict', 'No row of the list can be loaded. Nothing was stored.')
      await transaction.deleteFrom('case_finding_upload').where('id', '=', id).execute()
      trace({ records: stored.records })
      return { id: stored.id, report: stored.report }
    }),
  )
  route(app, service, sendToTriage, { ...writes, idempotency: 'create' }, (call, { id, version, count }) =>
    call.write(async (writing) => {
      assertOffered()
      const { sql: transaction, userId, sessionId, requestId, command, bankHolidayOn, trace } = writing
      const list = await transaction
        .selectFrom('case_finding_list')
        .select(['version', 'removed_at'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (list === undefined) throw notFound()
      if (version !== undefined && version !== list.version)
        throw new HttpProblem(
          409,
          'conflict',
          'Somebody else has sent people of this list to triage in the meantime. Nobody was sent by you: look at the list again.',
        )
      const sent = await sendRound(
        transaction,
        { listId: id, count },
        {
          ...{ receivedAt: now(), bankHolidayOn },
          by: {
            action: command,
            userId,
            sessionId,
            requestId,
            role: null,
            address: null,
            criteria: { list: id },
          },
        },
      )
      const after = list.version + (sent > 0 ? 1 : 0)
      trace({ records: [{ entity, id, version: after, before: null, after: { sent } }] })
      return { id, version: after, sent }
    }),
  )
}
