import type { FastifyInstance } from 'fastify'
import { lookupExports } from '../../../contract/app/listExport.ts'
import { lookupCalls } from '../../../contract/reference/lookupCalls.ts'
import type { LookupRow } from '../../../contract/reference/lookupRow.ts'
import {
  lookupColumnsOf,
  lookupNames,
  lookups,
  type LookupName,
} from '../../../contract/reference/lookups.ts'
import type { Paging } from '../../../contract/platform/calls/paging.ts'
import { forbidden } from '../../platform/errors.ts'
import { answerPage } from '../../platform/http/lists/answerPage.ts'
import { countFound, readPage } from '../../platform/http/lists/page.ts'
import { serveListExport } from '../../platform/http/lists/listExport.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { route, type Call } from '../../platform/http/calls/route.ts'
import { lookupListOf, readLookupRow } from './read.ts'
import { saveLookup } from './save.ts'

export const serveLookups = (app: FastifyInstance, service: Service): void => {
  const { secretKey } = service
  // Without a limit the list is complete, however long: forms choose from it.
  const show = async (call: Call, of: LookupName, inactiveToo: boolean, paging: Paging) => {
    const list = lookupListOf(of, inactiveToo)
    const page = await readPage<LookupRow>(service.db.sql, secretKey, list, paging)
    const isWhole = page.next === null && paging.after === undefined
    return answerPage(
      call,
      page,
      isWhole ? page.rows.length : await countFound(service.db.sql, list, paging.q),
    )
  }

  for (const name of lookupNames) {
    const { plural, read } = lookups[name]
    // Users who maintain a list see all of it. In the other lists, not everybody sees inactive rows.
    const readInactive = read === 'lookup.read' ? 'lookup.readInactive' : read
    route(
      app,
      service,
      lookupCalls[name].all,
      { capability: read, audit: 'none', idempotency: 'safe', rate: 'read' },
      async (call, { includeInActive, ...paging }) => {
        const inactiveToo = includeInActive === 'true'
        if (inactiveToo && !call.may(readInactive)) throw forbidden()
        return show(call, name, inactiveToo, paging)
      },
    )
    serveListExport(app, service, lookupExports[name], {
      // The list with its inactive rows, as on its screen.
      capability: readInactive,
      columns: lookupColumnsOf(name),
      read: async (_, __, limit) => {
        const list = lookupListOf(name, true)
        const { rows } = await readPage<LookupRow>(service.db.sql, secretKey, list, { limit })
        return { title: plural, rows }
      },
      trace: (rows) => ({ records: rows.map(({ id }) => ({ entity: name, id })) }),
    })
    route(
      app,
      service,
      lookupCalls[name].get,
      { capability: 'administration.write', audit: 'read', idempotency: 'safe', rate: 'read' },
      async (call, { id }) => {
        const row = await readLookupRow(service.db.sql, name, id)
        call.showed({ records: [{ entity: name, id, version: row.version }] })
        return row
      },
    )
    route(
      app,
      service,
      lookupCalls[name].save,
      { capability: 'administration.write', audit: 'write', idempotency: 'create', rate: 'write' },
      (call, input) => call.write((writing) => saveLookup(writing, name, input)),
    )
  }
}
