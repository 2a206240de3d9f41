import type { FastifyBaseLogger } from 'fastify'
import { today } from '../../../contract/platform/dates/dates.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { longestStatementMs } from '../../platform/db/connection/dedicatedConnection.ts'
import { transact } from '../../platform/db/connection/transact.ts'
import { forbidden, isDatabaseAway, HttpProblem } from '../../platform/errors.ts'
import { queueJob } from '../../platform/db/jobs/jobs.ts'
import { reportNotice } from './jobs.ts'
import type { AccountsService } from '../../accounts/settings/service.ts'
import { catalogue } from '../catalogue/catalogue.ts'
import type { RenderedReport } from '../../platform/files/renderedReport.ts'
import { countInSnapshot, countReport, TookTooLong } from '../reports/run.ts'
import { mostAttempts, silenceMs, underHeartbeat, waitsLongMs } from './heartbeat.ts'
import { findOwner, mayRun } from './owner.ts'
import {
  beat,
  claimRun,
  failRun,
  keepResult,
  queueAgain,
  releaseRun,
  silentRuns,
  type RunRow,
} from './store.ts'

const said = {
  tooLong: 'It takes too long for so many days, even in the background. Choose a shorter period.',
  noRight: 'Your account may no longer run this report.',
  interrupted: `It was interrupted ${mostAttempts} times. Try again later, or choose a shorter period.`,
  broken: 'It could not be counted, and the error was recorded. Please tell your system administrator.',
}

/**
 * Counts a waiting run and stores its result. Whatever happens, the run ends as ready or failed, or goes back to
 * waiting. `takeUpSilent` handles runs left by a dead process.
 * @param stopping aborted when this process shuts down; the run is then left for another process
 */
export const workOnRun = async (
  service: AccountsService,
  id: number,
  stopping: AbortSignal,
  log: FastifyBaseLogger | null = null,
): Promise<void> => {
  const run = await claimRun(service, id)
  if (run === undefined) return
  await underHeartbeat(
    { beat: () => beat(service, run), stopping },
    async (signal) => finish(service, run, await countRun(service, run, signal)),
    async (error, why) => {
      if (why === 'lost') return
      if (why === 'stopping') await transact(service.db.sql, (sql) => releaseRun(service, sql, run))
      else if (error instanceof TookTooLong) await finish(service, run, said.tooLong)
      else if (isDatabaseAway(error)) await tryAgain(service, run)
      else if (error instanceof HttpProblem && error.status === 403) await finish(service, run, said.noRight)
      else {
        const { name, message: reason } = error as Error
        log?.error({ report: run.report_name, name, reason }, 'a report could not be counted')
        await finish(service, run, said.broken)
      }
    },
  )
}

/** Uses the rights that the user has now, not those at the time of the request. */
const countRun = async (
  service: AccountsService,
  run: RunRow,
  signal: AbortSignal,
): Promise<RenderedReport> => {
  const { db, clock } = service
  const definition = catalogue.find(({ name }) => name === run.report_name)
  const holder = await findOwner(db.sql, run.user_id)
  if (holder === null || definition === undefined || !mayRun(holder, definition, service.accounts))
    throw forbidden()
  return db.apart(signal, (sql) =>
    countInSnapshot(sql, longestStatementMs, (snapshot) =>
      countReport(snapshot, definition, {
        dateFrom: run.date_from,
        dateTo: run.date_to,
        suppress: run.suppress,
        today: today(clock()),
        ranBy: holder.name,
        ranAt: instantOf(clock()),
        isWhole: true,
        onSection: async (place, of, title) => {
          await beat(service, run, `Counting part ${place} of ${of}: ${title}`)
        },
      }),
    ),
  )
}

/**
 * Ends the run with its result, or with a sentence saying why there is none. For a scheduled run the owner is
 * notified.
 */
const finish = async (
  service: AccountsService,
  run: RunRow,
  outcome: RenderedReport | string,
): Promise<void> => {
  await transact(service.db.sql, async (sql) => {
    const isEnded =
      typeof outcome === 'string'
        ? await failRun(service, sql, run, outcome)
        : await keepResult(service, sql, run, outcome)
    if (isEnded && run.scheduled_for !== null) await queueJob(sql, reportNotice, { runId: run.id })
  })
}

/** Retries after an unwanted interruption, up to a limit. */
const tryAgain = async (service: AccountsService, run: RunRow): Promise<void> => {
  if (run.attempt >= mostAttempts) await finish(service, run, said.interrupted)
  else await transact(service.db.sql, (sql) => releaseRun(service, sql, run))
}

/** Retries runs whose process was killed or lost its connection. */
export const takeUpSilent = async (service: AccountsService): Promise<void> => {
  for (const run of await silentRuns(service, service.clock() - silenceMs)) await tryAgain(service, run)
  await queueAgain(service, service.clock() - waitsLongMs)
}
