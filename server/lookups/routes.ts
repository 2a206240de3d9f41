import type { FastifyInstance } from 'fastify'
import { listRoles, lookupCalls } from '../../contract/lookupForms.ts'
import { lookupExports } from '../../contract/listExport.ts'
import { lookupColumnsOf, lookupTitles } from '../../contract/lookupColumns.ts'
import { keptLookups, lookupLists, lookupNames } from '../../contract/lookups.ts'
import { forbidden } from '../errors.ts'
import { serveListExport } from '../listExport.ts'
import type { Service } from '../http/service.ts'
import { serve } from '../serve.ts'
import { readLookup, readLookupRow } from './read.ts'
import { saveLookup } from './save.ts'

export const serveLookups = (app: FastifyInstance, service: Service): void => {
  for (const name of lookupNames)
    serve(
      app,
      service,
      lookupLists[name],
      { capability: 'lookup.read', audit: 'none', idempotency: 'safe', rate: 'read' },
      async ({ may }, { includeInActive }) => {
        const inactiveToo = includeInActive === 'true'
        if (inactiveToo && !may('lookup.readInactive')) throw forbidden()
        return readLookup(service.db.sql, name, inactiveToo)
      },
    )

  serve(
    app,
    service,
    listRoles,
    { capability: 'administration.read', audit: 'none', idempotency: 'safe', rate: 'read' },
    (_, { includeInActive }) => readLookup(service.db.sql, 'role', includeInActive === 'true'),
  )

  for (const name of keptLookups) {
    serveListExport(app, service, lookupExports[name], {
      // The list with its inactive rows, as its screen shows it.
      capability: name === 'role' ? 'administration.read' : 'lookup.readInactive',
      columns: lookupColumnsOf(name),
      read: async () => ({ title: lookupTitles[name], rows: await readLookup(service.db.sql, name, true) }),
      trace: (rows) => ({ records: rows.map(({ id }) => ({ entity: name, id })) }),
    })
    serve(
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
    serve(
      app,
      service,
      lookupCalls[name].save,
      { capability: 'administration.write', audit: 'write', idempotency: 'create', rate: 'write' },
      (call, input) => call.write((writing) => saveLookup(writing, name, input)),
    )
  }
}
