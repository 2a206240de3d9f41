import type { FastifyBaseLogger } from 'fastify'
import type { Task, TaskList } from 'graphile-worker'
import { causeOf } from '../../../platform/db/connection/causeOf.ts'
import { clientAt } from '../../smart/tokens.ts'
import type { FhirService } from '../http/call.ts'
import { exportStep, failExport, findStep } from './store.ts'
import { writeNext } from './write.ts'

/** Writes exports step by step, as long as the client is as it was when it asked. */
export const exportTasks = (
  service: FhirService,
  stopping: AbortSignal,
  log: FastifyBaseLogger | null = null,
): TaskList => ({
  [exportStep.name]: (async (payload, { job }) => {
    const { id, step } = payload as { id: string; step: number }
    const asked = await findStep(service.db.sql, id, step)
    if (asked === undefined) return
    const { client_id: clientId, client_version: version, scopes } = asked
    const client = await clientAt(service.db.pool, clientId, version, service.clock())
    if (client === null) {
      await failExport(service, id, 'The client was changed or ended meanwhile.')
      return
    }
    try {
      await writeNext(service, { ...client, scopes }, asked, stopping)
    } catch (error) {
      if (stopping.aborted || job.attempts < job.max_attempts) throw error
      log?.error(causeOf(error as Error), 'a FHIR export could not be written')
      await failExport(service, id, 'It could not be written. Ask again later.')
    }
  }) satisfies Task,
})
