import { sql as raw, type Kysely } from 'kysely'
import type { FastifyInstance } from 'fastify'
import {
  firstContactTitle,
  getFirstContact,
  saveFirstContact,
  type FirstContact,
} from '../../../contract/insight/firstContact.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import type { DB } from '../../platform/db/types.ts'
import { route } from '../../platform/http/calls/route.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { columnsOf, savedTable, valuesOf } from '../../platform/writes/columns.ts'
import { changeRow } from '../../platform/writes/saveRow.ts'

export const firstContactColumns = columnsOf(saveFirstContact.input.shape, ['version'])

const table = savedTable({
  table: 'first_contact',
  entity: 'firstContact',
  columns: firstContactColumns,
  labels: labels.firstContact,
})
/** There is a single row for the whole service. */
const id = 1

const read = async (sql: Kysely<DB>) =>
  sql
    .selectFrom('first_contact')
    .select(['version', 'counts_as as countsAs'])
    .$narrowType<{ countsAs: FirstContact }>()
    .executeTakeFirstOrThrow()

/** The setting for first contact, as SQL for use in a report. */
export const firstContactNow = raw`(select counts_as from first_contact)`

/**
 * Shown above the numbers, because the definition of a report does not change when administrators change the setting.
 */
export const firstContactNote = async (sql: Kysely<DB>): Promise<string> =>
  `First contact counts as: ${firstContactTitle((await read(sql)).countsAs)}. Administrators choose this.`

export const serveFirstContact = (app: FastifyInstance, service: Service): void => {
  route(
    app,
    service,
    getFirstContact,
    { capability: 'administration.write', audit: 'read', idempotency: 'safe', rate: 'read' },
    async (call) => {
      const row = await read(service.db.sql)
      call.showed({ records: [{ entity: table.entity, id, version: row.version }] })
      return row
    },
  )
  route(
    app,
    service,
    saveFirstContact,
    { capability: 'administration.write', audit: 'write', idempotency: 'repeatable', rate: 'write' },
    (call, input) =>
      call.write((writing) =>
        changeRow(writing, {
          ...table,
          id,
          version: input.version,
          values: valuesOf(firstContactColumns, input),
          patientId: null,
        }),
      ),
  )
}
