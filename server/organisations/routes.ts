import type { FastifyInstance } from 'fastify'
import { exportOrganisations } from '../../contract/listExport.ts'
import {
  getOrganisation,
  listOrganisations,
  organisationColumns,
  organisationLimit,
  saveOrganisation as save,
} from '../../contract/organisation.ts'
import { totalHeader } from '../../contract/search.ts'
import { serveListExport } from '../listExport.ts'
import type { Service } from '../http/service.ts'
import { serve } from '../serve.ts'
import { readOrganisation, readOrganisations } from './read.ts'
import { saveOrganisation } from './save.ts'

/** Practices, branches and what is above them, with their national codes (specification section 3). */
export const serveOrganisations = (app: FastifyInstance, service: Service): void => {
  serve(
    app,
    service,
    listOrganisations,
    { capability: 'administration.read', audit: 'none', idempotency: 'safe', rate: 'read' },
    async (call, { includeInActive, q }) => {
      const { rows, total } = await readOrganisations(service.db.sql, {
        inactiveToo: includeInActive === 'true',
        search: q ?? '',
        limit: organisationLimit,
      })
      call.setHeader(totalHeader, String(total))
      return rows
    },
  )
  serveListExport(app, service, exportOrganisations, {
    capability: 'administration.read',
    columns: organisationColumns,
    read: async (_, { filter }, limit) => {
      const { rows } = await readOrganisations(service.db.sql, {
        inactiveToo: true,
        search: filter ?? '',
        limit,
      })
      return { title: 'ODS Organisations', rows, isFiltered: true }
    },
    trace: (rows) => ({ records: rows.map(({ id }) => ({ entity: 'organisation', id })) }),
  })
  serve(
    app,
    service,
    getOrganisation,
    { capability: 'administration.write', audit: 'read', idempotency: 'safe', rate: 'read' },
    async (call, { id }) => {
      const view = await readOrganisation(service.db.sql, id)
      call.showed({ records: [{ entity: 'organisation', id, version: view.organisation.version }] })
      return view
    },
  )
  serve(
    app,
    service,
    save,
    { capability: 'administration.write', audit: 'write', idempotency: 'create', rate: 'write' },
    (call, input) => call.write((writing) => saveOrganisation(writing, input)),
  )
}
