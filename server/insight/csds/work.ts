import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Task, TaskList } from 'graphile-worker'
import { addDays, addMonths } from '../../../contract/platform/dates/dates.ts'
import { londonClock } from '../../../contract/platform/dates/wallTime.ts'
import { longestStatementMs } from '../../platform/db/connection/dedicatedConnection.ts'
import { transact } from '../../platform/db/connection/transact.ts'
import { isDatabaseAway } from '../../platform/errors.ts'
import { appendEvent } from '../../platform/writes/write.ts'
import { countInSnapshot, TookTooLong } from '../reports/run.ts'
import { mostAttempts, silenceMs, underHeartbeat, waitsLongMs } from '../runs/heartbeat.ts'
import { findDifferences } from './making/differences.ts'
import type { Extract } from './extract/scope.ts'
import { makeSubmission } from './making/make.ts'
import type { CsdsService } from './settings.ts'
import {
  beat,
  claimSubmission,
  failSubmission,
  keepOutcome,
  keepPart,
  patientsIn,
  primaryOf,
  queueSubmissionsAgain,
  releaseSubmission,
  silentSubmissions,
  type Made,
  type SubmissionRow,
} from './store.ts'

const said = {
  notSetUp: 'The return is not set up. Please tell your system administrator.',
  tooLong: 'It takes too long. Please tell your system administrator.',
  interrupted: `It was interrupted ${mostAttempts} times. Try again later.`,
  broken: 'It could not be made, and the error was recorded. Please tell your system administrator.',
}

/**
 * Makes a submission that waits. Whatever happens, it ends as ready or failed, or waits again.
 * @param stopping aborted when this process shuts down; the run is then left for another process
 */
export const workOnSubmission = async (
  service: CsdsService,
  id: number,
  stopping: AbortSignal,
  log: FastifyBaseLogger | null = null,
): Promise<void> => {
  const run = await claimSubmission(service, id)
  if (run === undefined) return
  const { csds: settings } = service
  if (settings === null) return failSubmission(service, run, said.notSetUp)
  await underHeartbeat(
    { beat: () => beat(service, run), stopping },
    async (signal) => {
      const { day, time } = londonClock(service.clock())
      const extract = { settings, ...daysOfMonth(run.month), madeAt: `${day}T${time}:00` }
      await finish(service, run, await make(service, run, extract, signal))
    },
    async (error, why) => {
      if (why === 'lost') return
      if (why === 'stopping') await releaseSubmission(service, run)
      else if (error instanceof TookTooLong) await failSubmission(service, run, said.tooLong)
      else if (isDatabaseAway(error)) await tryAgain(service, run)
      else {
        const { name, message: reason } = error as Error
        log?.error({ name, reason }, 'a national return could not be made')
        await failSubmission(service, run, said.broken)
      }
    },
  )
}

export const daysOfMonth = (first: string): Pick<Extract, 'from' | 'to'> => ({
  from: first,
  to: addDays(addMonths(first, 1), -1),
})

const make = async (
  service: CsdsService,
  run: SubmissionRow,
  extract: Extract,
  signal: AbortSignal,
): Promise<Made> => {
  const made = await service.db.apart(signal, (sql) =>
    countInSnapshot(sql, longestStatementMs, (snapshot) =>
      makeSubmission(snapshot, extract, async (part) => {
        if (run.kind !== 'check') await keepPart(service, run, part)
      }),
    ),
  )
  const primary = run.kind === 'refresh' ? await primaryOf(service.db.sql, run.month) : null
  return { ...made, differences: primary === null ? null : await findDifferences(service, primary, run.id) }
}

/** Stores the outcome, with the event that says whose records are in it. */
const finish = (service: CsdsService, run: SubmissionRow, made: Made): Promise<void> =>
  transact(service.db.sql, async (sql) => {
    if (!(await keepOutcome(sql, run, made, service.clock()))) return
    await appendEvent(sql, {
      kind: 'write',
      action: 'national return',
      status: 200,
      userId: run.user_id,
      sessionId: null,
      role: null,
      requestId: randomUUID(),
      address: null,
      patientIds: await patientsIn(sql, run.id),
      records: [
        {
          entity: 'csdsSubmission',
          id: run.id,
          before: null,
          after: { month: run.month, kind: run.kind, sha256: made.sha256 },
        },
      ],
    })
  })

const tryAgain = async (service: CsdsService, run: Pick<SubmissionRow, 'id' | 'attempt'>): Promise<void> => {
  if (run.attempt >= mostAttempts) await failSubmission(service, run, said.interrupted)
  else await releaseSubmission(service, run)
}

/** Retries runs whose process was killed or lost its connection. */
export const takeUpSilentSubmissions = async (service: CsdsService): Promise<void> => {
  for (const run of await silentSubmissions(service, service.clock() - silenceMs))
    await tryAgain(service, run)
  await queueSubmissionsAgain(service, service.clock() - waitsLongMs)
}

/** The task that makes submissions in the background. The payload has only the id of a run. */
export const csdsTasks = (
  service: CsdsService,
  stopping: AbortSignal,
  log: FastifyBaseLogger | null = null,
): TaskList => ({
  csdsSubmission: (({ id }: { id: number }) => workOnSubmission(service, id, stopping, log)) as Task,
})

export const csdsUpkeep = (service: CsdsService): TaskList => ({
  lookAfterReturns: () => takeUpSilentSubmissions(service),
})
