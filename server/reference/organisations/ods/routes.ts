import type { Kysely } from 'kysely'
import type { FastifyInstance } from 'fastify'
import {
  addImportPart,
  applyImport,
  checkImport,
  startImport,
} from '../../../../contract/reference/organisationImport.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import type { DB } from '../../../platform/db/types.ts'
import { notFound, HttpProblem } from '../../../platform/errors.ts'
import type { Rights } from '../../../platform/http/request/rights.ts'
import type { Service } from '../../../platform/http/calls/service.ts'
import { route } from '../../../platform/http/calls/route.ts'
import { importFile, planFile, type OdsFile } from './importFile.ts'

const rights: Rights = {
  capability: 'administration.write',
  audit: 'write',
  idempotency: 'repeatable',
  rate: 'write',
}

/** Upload, trial run and import of a national file. Only the user who began an upload can continue it. */
export const serveOrganisationImport = (app: FastifyInstance, service: Service): void => {
  route(app, service, startImport, rights, (call, { fileName }) =>
    call.write(async ({ sql, userId }) => {
      await sql
        .deleteFrom('organisation_import')
        .where((row) => row.or([row('user_id', '=', userId), row('created_at', '<', yesterday(service))]))
        .execute()
      return sql
        .insertInto('organisation_import')
        .values({ user_id: userId, file_name: fileName })
        .returning('id')
        .executeTakeFirstOrThrow()
    }),
  )
  route(app, service, addImportPart, rights, (call, { id, part, text }) =>
    call.write(async ({ sql, userId }) => {
      await findUpload(sql, id, userId)
      await sql
        .insertInto('organisation_import_part')
        .values({ import_id: id, part, text })
        .onConflict((conflict) => conflict.columns(['import_id', 'part']).doUpdateSet({ text }))
        .execute()
      // The check no longer applies, because the file has changed.
      await sql.updateTable('organisation_import').set({ checked_at: null }).where('id', '=', id).execute()
      return { id }
    }),
  )
  route(app, service, checkImport, rights, async (call, { id, type }) => {
    const file = await readUpload(service.db.sql, id, call.principal.userId)
    const { report } = await planFile(service.db.sql, { ...file, type }, service.clock())
    const checked_at = instantOf(service.clock())
    return call.write(async ({ sql }) => {
      await sql.updateTable('organisation_import').set({ checked_at }).where('id', '=', id).execute()
      return report
    })
  })
  route(app, service, applyImport, rights, (call, { id, type }) =>
    call.write(async ({ sql, userId, sessionId, requestId, command, trace }) => {
      const upload = await findUpload(sql, id, userId)
      if (upload.checked_at === null)
        throw new HttpProblem(409, 'conflict', 'Check the file first: nothing was changed.')
      const file = await readUpload(sql, id, userId)
      const event = {
        ...{ kind: 'write' as const, action: command, status: 200, userId, sessionId, requestId },
        ...{ role: call.principal.currentRole, address: null },
      }
      const { report, records } = await importFile(sql, { ...file, type }, event, { now: service.clock() })
      await sql.deleteFrom('organisation_import').where('id', '=', id).execute()
      trace({ records })
      return report
    }),
  )
}

const yesterday = (service: Service): string => instantOf(service.clock() - 24 * 60 * 60_000)

const findUpload = async (sql: Kysely<DB>, id: number, userId: number) => {
  const upload = await sql
    .selectFrom('organisation_import')
    .select(['file_name', 'checked_at'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (upload === undefined) throw notFound()
  return upload
}

const readUpload = async (sql: Kysely<DB>, id: number, userId: number): Promise<OdsFile> => {
  const upload = await findUpload(sql, id, userId)
  const parts = await sql
    .selectFrom('organisation_import_part')
    .select('text')
    .where('import_id', '=', id)
    .orderBy('part')
    .execute()
  return { name: upload.file_name, parts: parts.map(({ text }) => text) }
}
