import type { FastifyInstance } from 'fastify'
import {
  closeTask,
  reopenTask,
  saveTask,
  taskHistory,
  tasksOfPathway,
} from '../../../contract/pathways/task.ts'
import { getToday, saveLateMail } from '../../../contract/pathways/today.ts'
import { serveHistory } from '../../platform/http/history/routes.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import { route } from '../../platform/http/calls/route.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { taskTable } from './columns.ts'
import { setLateMail } from './lateMail.ts'
import { readTasks } from './read.ts'
import { closeTaskRow, reopenTaskRow, saveTaskRow } from './save.ts'
import { readToday, shownOf } from './today.ts'

const writes: Rights = { capability: 'task.write', audit: 'write', idempotency: 'repeatable', rate: 'write' }

/** Routes for the tasks of a referral, and for what each person has to do today. */
export const serveTasks = (app: FastifyInstance, service: Service): void => {
  const { sql } = service.db
  route(
    app,
    service,
    tasksOfPathway,
    { capability: 'patient.read', audit: 'read', idempotency: 'safe', rate: 'read' },
    async (call, { pathwayId }) => {
      const { patientId, tasks } = await readTasks(sql, pathwayId)
      call.showed({
        patientIds: [patientId],
        pathwayIds: [pathwayId],
        records: tasks.map(({ id, version }) => ({ entity: taskTable.entity, id, version })),
      })
      return tasks
    },
  )
  route(app, service, saveTask, { ...writes, idempotency: 'create' }, (call, input) =>
    call.write((writing) => saveTaskRow(writing, input)),
  )
  route(app, service, closeTask, writes, (call, input) =>
    call.write((writing) => closeTaskRow(writing, input)),
  )
  route(app, service, reopenTask, writes, (call, input) =>
    call.write((writing) => reopenTaskRow(writing, input)),
  )
  serveHistory(app, service, taskHistory, { ...taskTable, parent: 'pathway_id' })
  route(
    app,
    service,
    getToday,
    { capability: 'workList.read', audit: 'read', idempotency: 'safe', rate: 'read', restricted: 'lists' },
    async (call) => {
      const shown = await readToday(sql, call.principal, {
        oversees: call.may('today.oversee'),
        isClinical: call.may('owner.take'),
        mayVisit: call.may('clinical.write'),
        now: service.clock(),
      })
      call.showed(shownOf(shown))
      return shown
    },
  )
  route(
    app,
    service,
    saveLateMail,
    { capability: 'today.oversee', audit: 'write', idempotency: 'repeatable', rate: 'write' },
    (call, { lateMail }) => call.write((writing) => setLateMail(writing, lateMail)),
  )
}
