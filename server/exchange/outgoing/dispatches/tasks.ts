import type { TaskList } from 'graphile-worker'
import { sendLettersJob } from '../../../care/letters/sendJob.ts'
import type { LettersService } from '../../../care/letters/service.ts'
import { taskOf } from '../../../platform/db/jobs/jobs.ts'
import type { ExchangeService } from '../../settings/settings.ts'
import { sendDue } from './sendDue.ts'

/** Sends letters by the services outside that are set up. */
export const dispatchTasks = ({
  db,
  documents,
  clock,
  carriers,
}: LettersService & ExchangeService): TaskList =>
  taskOf(sendLettersJob, async () => {
    await sendDue({ sql: db.sql, documents: documents, now: clock, carriers })
  })
