import type { FastifyInstance } from 'fastify'
import { exportOrganisations } from '../../../contract/app/listExport.ts'
import {
  getOrganisation,
  listOrganisations,
  organisationColumns,
  saveOrganisation as save,
  type OrganisationRow,
} from '../../../contract/reference/organisation.ts'
import { mostRows } from '../../../contract/platform/calls/paging.ts'
import { answerPage } from '../../platform/http/lists/answerPage.ts'
import { countFound, readPage } from '../../platform/http/lists/page.ts'
import { serveListExport } from '../../platform/http/lists/listExport.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { route } from '../../platform/http/calls/route.ts'
import { organisationListOf, readOrganisation } from './read.ts'
import { saveOrganisation } from './save.ts'

/** Practices, branches and the organisations above them, with their national codes (specification). */
export const serveOrganisations = (app: FastifyInstance, service: Service): void => {
  const { sql } = service.db
  const { secretKey } = service
  route(
    app,
    service,
    listOrganisations,
    { capability: 'administration.read', audit: 'none', idempotency: 'safe', rate: 'read' },
    async (call, { includeInActive, limit = mostRows, ...paging }) => {
      const list = organisationListOf(includeInActive === 'true')
      const [page, total] = await Promise.all([
        readPage<OrganisationRow>(sql, secretKey, list, { limit, ...paging }),
        countFound(sql, list, paging.q),
      ])
      return answerPage(call, page, total)
    },
  )
  serveListExport(app, service, exportOrganisations, {
    capability: 'administration.read',
    columns: organisationColumns,
    read: async (_, { filter }, limit) => {
      const list = organisationListOf(true)
      const { rows } = await readPage<OrganisationRow>(sql, secretKey, list, { limit, q: filter ?? '' })
      return { title: 'ODS Organisations', rows, isFiltered: true }
    },
    trace: (rows) => ({ records: rows.map(({ id }) => ({ entity: 'organisation', id })) }),
  })
  route(
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
  route(
    app,
    service,
    save,
    { capability: 'administration.write', audit: 'write', idempotency: 'create', rate: 'write' },
    (call, input) => call.write((writing) => saveOrganisation(writing, input)),
  )
}
