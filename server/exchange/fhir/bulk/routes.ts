import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { sql as raw } from 'kysely'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { fhirPath, type FhirSettings } from '../../settings/settings.ts'
import { Form } from '../../../platform/http/pages/formBody.ts'
import { callOf, pairsIn, record, typeOf, type FhirCall, type FhirService } from '../http/call.ts'
import { inHeader, instantFrom } from '../mapping/instants.ts'
import { sourcesOf } from '../resources/registry.ts'
import { FhirProblem, nothingThere } from '../search/problem.ts'
import { reachOf } from '../search/reach.ts'
import { readRows } from '../search/rows.ts'
import { readExport, type Level } from './request.ts'
import { addExport, countWritten, dropExport, filesOf, findExport, openFile } from './store.ts'

const decompress = promisify(gunzip)
const ndjson = 'application/fhir+ndjson'
const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** Exports in bulk (Bulk Data Access 2.0.0): asked for, watched, fetched file by file, dropped. */
export const serveExports = (
  fhir: FastifyInstance,
  service: FhirService,
  settings: FhirSettings,
  { guarded, changing }: { guarded: RouteShorthandOptions; changing: RouteShorthandOptions },
): void => {
  for (const [level, url] of [
    ['system', '/$export'],
    ['Patient', '/Patient/$export'],
    ['Group', '/Group/:id/$export'],
  ] as const) {
    const begin = (request: FastifyRequest, reply: FastifyReply) =>
      beginExport(callOf(service, settings, request), level, reply)
    fhir.get(url, changing, begin)
    fhir.post(url, changing, begin)
  }

  fhir.get('/export/:id', guarded, async (request, reply) => {
    const call = callOf(service, settings, request)
    const found = await exportOf(call)
    if (found.state === 'failed')
      throw new FhirProblem(500, 'exception', found.failure ?? 'It could not be written.')
    if (found.state === 'underWay')
      return reply
        .code(202)
        .header('x-progress', `${await countWritten(service, found.id)} resources written`)
        .header('retry-after', '2')
        .send()
    const files = await filesOf(service, found.id)
    const listed = (isDeleted: boolean) =>
      files
        .filter(({ type }) => (type === 'deleted') === isDeleted)
        .map(({ place, type, resources }) => ({
          type: isDeleted ? 'Bundle' : type,
          url: `${call.base}/export/${found.id}/${place}.ndjson`,
          count: resources,
        }))
    return reply
      .type('application/json')
      .header('expires', inHeader(found.expires_at))
      .send(
        JSON.stringify({
          transactionTime: instantFrom(found.transaction_at),
          request: found.request,
          requiresAccessToken: true,
          output: listed(false),
          deleted: listed(true),
          error: [],
        }),
      )
  })

  fhir.get('/export/:id/:file', guarded, async (request, reply) => {
    const call = callOf(service, settings, request)
    const { id } = await exportOf(call)
    const { file: name } = request.params as { file: string }
    const [, digits] = /^(\d{1,6})\.ndjson$/.exec(name) ?? []
    const place = Number(digits)
    const file = digits === undefined ? null : await openFile(service, id, place)
    if (file === null) throw nothingThere()
    if (file.type !== 'deleted') typeOf(call, file.type, 'r')
    // Events name people without their records, and deletions are numbers alone.
    const namesOnly = file.type === 'AuditEvent' || file.type === 'deleted'
    if (!namesOnly && (await isOutOfReach(call, file.patientIds)))
      throw new FhirProblem(
        410,
        'deleted',
        'A record in this file is gone, or the client may no longer see it. Ask for a new export.',
      )
    await record(call, {
      patientIds: file.patientIds,
      criteria: { export: id, file: place },
      onlyNames: namesOnly,
    })
    reply.type(ndjson)
    if (/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? '')))
      return reply.header('content-encoding', 'gzip').send(file.compressed)
    return reply.send(await decompress(file.compressed))
  })

  fhir.delete('/export/:id', changing, async (request, reply) => {
    const call = callOf(service, settings, request)
    const { id } = await exportOf(call)
    await dropExport(service, id)
    return reply.code(202).send()
  })
}

const beginExport = async (call: FhirCall, level: Level, reply: FastifyReply): Promise<FastifyReply> => {
  const { service, caller, base, request } = call
  const prefer = String(request.headers['prefer'] ?? '')
  if (!/\brespond-async\b/.test(prefer))
    throw new FhirProblem(400, 'required', 'An export takes a while: send Prefer: respond-async.', 'Prefer')
  const pairs = [...pairsIn(request), ...(request.body instanceof Form ? request.body.pairs : [])]
  const asked = readExport(level, pairs, caller, /\bhandling=lenient\b/.test(prefer))
  const groupId = level === 'Group' ? await groupOf(call) : null
  const address = `${base}${request.url.slice(fhirPath.length)}`
  const id = await addExport(service, caller, address, { ...asked, groupId })
  if (id === null)
    throw new FhirProblem(429, 'throttled', 'This client has an export under way. Wait for it, or delete it.')
  await record(call, { patientIds: [], criteria: { export: id, types: asked.types } })
  return reply.code(202).header('content-location', `${base}/export/${id}`).send()
}

const exportOf = async (call: FhirCall) => {
  const { id } = call.request.params as { id: string }
  const found = isUuid(id) ? await findExport(call.service, call.caller.clientId, id) : undefined
  if (found === undefined) throw nothingThere()
  return found
}

const groupOf = async (call: FhirCall): Promise<string> => {
  typeOf(call, 'Group', 'r')
  const { id } = call.request.params as { id: string }
  const [found] = await readRows(call.service.db.sql, call.caller, sourcesOf.Group, [id])
  if (found === undefined) throw nothingThere()
  return id
}

/** Whether the client may no longer see the record of somebody in a file that was written earlier. */
const isOutOfReach = async (
  { service, caller }: FhirCall,
  patientIds: readonly number[],
): Promise<boolean> => {
  const { rows } = await raw<{ isOut: boolean }>`
    select exists (select from unnest(${[...patientIds]}::bigint[]) as shown (id)
      where not exists (select from patient where id = shown.id and is_active)
        or not (${reachOf(caller)(raw`shown.id`, null)})) as "isOut"`.execute(service.db.sql)
  return rows[0]?.isOut ?? true
}
