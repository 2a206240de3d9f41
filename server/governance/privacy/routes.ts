import type { FastifyInstance } from 'fastify'
import { zipType } from '../../../contract/platform/calls/file.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import {
  closeSubjectRequest,
  getSubjectArchive,
  getSubjectRequest,
  listSubjectRequests,
  releaseSubjectRequest,
  reviewSubjectRequest,
  saveSubjectRequest,
} from '../../../contract/governance/subjectRequest.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import type { DocumentsService } from '../../pathways/documents/service.ts'
import { concurrencyLimit } from '../../platform/files/concurrencyLimit.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import { route } from '../../platform/http/calls/route.ts'
import { makeArchive } from './archive.ts'
import {
  assertDecided,
  closeRequest,
  keepCopy,
  listRequests,
  noSuchPart,
  notReleased,
  openRequest,
  releaseRequest,
  reviewRequest,
  saveRequest,
} from './subjectRequests.ts'

const capability = 'subjectRequest.write'
const read: Rights = { capability, audit: 'read', idempotency: 'safe', rate: 'read' }
const write: Rights = { capability, audit: 'write', idempotency: 'create', rate: 'write' }
const repeat: Rights = { ...write, idempotency: 'repeatable' }

/** Requests of patients to see what is held about them, for Information Governance only (PR-1, decision 77). */
export const serveSubjectRequests = (app: FastifyInstance, service: DocumentsService): void => {
  // An archive is built in memory, so only one at a time.
  const oneAtATime = concurrencyLimit(1)
  route(app, service, listSubjectRequests, { ...read, restricted: 'lists' }, async (call, { patientId }) => {
    const rows = await listRequests(service.db.sql, patientId, call.principal)
    call.showed({ patientIds: [...new Set(rows.map((row) => row.patientId))] })
    return rows
  })
  route(app, service, getSubjectRequest, { ...read, rate: 'report' }, async (call, { id }) => {
    const { request } = await openRequest(service.db.sql, id)
    call.showed({
      patientIds: [request.patientId],
      records: [{ entity: 'subjectRequest', id, version: request.version }],
    })
    return request
  })
  route(app, service, saveSubjectRequest, write, (call, input) =>
    call.write((writing) => saveRequest(writing, input)),
  )
  route(app, service, reviewSubjectRequest, repeat, async (call, input) => {
    const { request } = await openRequest(service.db.sql, input.id)
    return call.write((writing) => reviewRequest(writing, request, input))
  })
  route(app, service, releaseSubjectRequest, repeat, async (call, input) => {
    const { request } = await openRequest(service.db.sql, input.id)
    return call.write((writing) => releaseRequest(writing, request, input, service.clock()))
  })
  route(app, service, closeSubjectRequest, repeat, (call, input) =>
    call.write((writing) => closeRequest(writing, input, service.clock())),
  )
  route(app, service, getSubjectArchive, { ...read, rate: 'report' }, (call, { id, part = 1 }) =>
    oneAtATime(async () => {
      const { request, holding, parts } = await openRequest(service.db.sql, id)
      if (request.releasedAt === null) throw notReleased()
      assertDecided(request.items)
      if (part > parts.length) throw noSuchPart()
      const body = await makeArchive(service.db.sql, service.documents, {
        holding,
        items: request.items,
        parts,
        part,
        askedDate: request.askedDate,
        madeAt: instantOf(service.clock()),
      })
      const copy = { part, parts: parts.length, size: body.length, sha256: sha256(body).toString('hex') }
      await call.write((writing) => keepCopy(writing, request, copy))
      return { type: zipType, name: `subject-access-${id}-part-${part}.zip`, body }
    }),
  )
}
