import type { FastifyInstance } from 'fastify'
import { labels } from '../../../contract/platform/words/labels.ts'
import { narrowing } from '../../../contract/pathways/worklists/listFilters.ts'
import { deleteListView, listListViews, saveListView } from '../../../contract/pathways/worklists/listView.ts'
import type { Stage } from '../../../contract/stages/stage.ts'
import { notFound } from '../../platform/errors.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import { route } from '../../platform/http/calls/route.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { columnsOf, savedTable, valuesOf } from '../../platform/writes/columns.ts'
import { addRow, changeRow, lockRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'

export const listViewColumns = columnsOf(saveListView.input.shape, ['id', 'version', 'narrowing'])

const listViewTable = savedTable({
  table: 'list_view',
  entity: 'listView',
  columns: listViewColumns,
  labels: labels.listView,
})

const rights = { capability: 'workList.read' } as const satisfies Partial<Rights>

/** Saved views of work lists. Nobody but their owner sees or changes them. */
export const serveListViews = (app: FastifyInstance, service: Service): void => {
  route(
    app,
    service,
    listListViews,
    { ...rights, audit: 'none', idempotency: 'safe', rate: 'read' },
    async ({ principal }) => {
      const rows = await service.db.sql
        .selectFrom('list_view')
        .select(['id', 'version', 'name', 'stage', 'filters'])
        .where('user_id', '=', principal.userId)
        .where('is_active', '=', true)
        .orderBy('name')
        .orderBy('id')
        .execute()
      return rows.map(({ stage, filters, ...row }) => ({
        ...row,
        stage: stage as Stage,
        narrowing: narrowing.parse(JSON.parse(filters)),
      }))
    },
  )
  route(
    app,
    service,
    saveListView,
    { ...rights, audit: 'write', idempotency: 'create', rate: 'write' },
    (call, input) =>
      call.write(async (writing) => {
        const { id, version } = input
        const values = { ...valuesOf(listViewColumns, input), filters: JSON.stringify(input.narrowing) }
        if (id === 0)
          return addRow(writing, {
            ...listViewTable,
            values: { ...values, user_id: writing.userId },
            patientId: null,
          })
        const locked = await lockOwn(writing, id)
        return changeRow(writing, { ...listViewTable, id, version, locked, values, patientId: null })
      }),
  )
  route(
    app,
    service,
    deleteListView,
    { ...rights, audit: 'write', idempotency: 'repeatable', rate: 'write' },
    (call, { id }) =>
      call.write(async (writing) => {
        const locked = await lockOwn(writing, id, true)
        return changeRow(writing, {
          ...listViewTable,
          id,
          version: locked.version,
          locked,
          values: { is_active: false },
          patientId: null,
        })
      }),
  )
}

/** The row if it is the caller's own; 404 for everybody else. */
const lockOwn = async (writing: Writing, id: number, evenDeleted = false) => {
  const row = await lockRow(writing, 'list_view', id)
  if (row.user_id !== writing.userId || (!row.is_active && !evenDeleted)) throw notFound()
  return row
}
