import { sql as raw, type Kysely } from 'kysely'
import type { FastifyInstance } from 'fastify'
import {
  addDeprivationPart,
  getDeprivation,
  startDeprivation,
  adoptDeprivation,
} from '../../../contract/reference/deprivation.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { advisoryLock } from '../../platform/db/connection/advisoryLock.ts'
import type { DB } from '../../platform/db/types.ts'
import { notFound, ValidationProblem } from '../../platform/errors.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import { route } from '../../platform/http/calls/route.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { readPart } from './readPart.ts'

const rights: Rights = {
  capability: 'administration.write',
  audit: 'write',
  idempotency: 'repeatable',
  rate: 'write',
}
const entity = 'deprivationFile'

/** The file of postcodes that reports use, and the one that an administrator is uploading. */
export const serveDeprivation = (app: FastifyInstance, service: Service): void => {
  const { sql } = service.db
  route(
    app,
    service,
    getDeprivation,
    { ...rights, audit: 'none', idempotency: 'safe', rate: 'read' },
    async () => {
      const file = await sql
        .selectFrom('deprivation_file')
        .select(['id', 'file_name', 'used_from'])
        .where('used_from', 'is not', null)
        .executeTakeFirst()
      if (file?.used_from == null) return { inUse: null }
      return {
        inUse: {
          fileName: file.file_name,
          postcodes: await postcodesOf(sql, file.id),
          usedFrom: file.used_from,
        },
      }
    },
  )
  route(app, service, startDeprivation, rights, (call, { fileName }) =>
    call.write(async ({ sql, userId }) => {
      await sql
        .deleteFrom('deprivation_file')
        .where('used_from', 'is', null)
        .where('user_id', '=', userId)
        .execute()
      return sql
        .insertInto('deprivation_file')
        .values({ user_id: userId, file_name: fileName })
        .returning('id')
        .executeTakeFirstOrThrow()
    }),
  )
  route(app, service, addDeprivationPart, rights, (call, { id, text }) => {
    const { found, counts } = readPart(text)
    return call.write(async ({ sql, userId }) => {
      await requireUnused(sql, id, userId)
      const { rows } = await raw<{ postcode: string }>`
        insert into postcode_deprivation (file_id, postcode, fifth)
        select ${id}, postcode, fifth from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as one (postcode text, fifth smallint)
        on conflict do nothing returning postcode`.execute(sql)
      return { ...counts, taken: rows.length, repeated: counts.repeated + found.length - rows.length }
    })
  })
  route(app, service, adoptDeprivation, rights, (call, { id }) =>
    call.write(async ({ sql, userId, trace }) => {
      // Two concurrent calls would leave two files in use.
      await advisoryLock(sql, 'deprivation')
      const { file_name: fileName } = await requireUnused(sql, id, userId)
      const postcodes = await postcodesOf(sql, id)
      if (postcodes === 0) throw new ValidationProblem({ file: 'The file has no postcode that can be used' })
      await sql.deleteFrom('deprivation_file').where('used_from', 'is not', null).execute()
      await sql
        .updateTable('deprivation_file')
        .set({ used_from: instantOf(service.clock()) })
        .where('id', '=', id)
        .execute()
      trace({ records: [{ entity, id, before: null, after: { fileName, postcodes } }] })
      return { postcodes }
    }),
  )
}

const postcodesOf = async (sql: Kysely<DB>, fileId: number): Promise<number> => {
  const { count } = await sql
    .selectFrom('postcode_deprivation')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('file_id', '=', fileId)
    .executeTakeFirstOrThrow()
  return count
}

/** A file that this user uploaded and that is not in use yet. Nothing may be added to a file that reports use. */
const requireUnused = async (sql: Kysely<DB>, id: number, userId: number) => {
  const file = await sql
    .selectFrom('deprivation_file')
    .select('file_name')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('used_from', 'is', null)
    .executeTakeFirst()
  if (file === undefined) throw notFound()
  return file
}
