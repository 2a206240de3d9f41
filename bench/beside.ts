import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { settleTasksOf } from '../server/pathways/tasks/settle.ts'
import { connect } from '../server/platform/db/connection/connect.ts'
import { transact } from '../server/platform/db/connection/transact.ts'
import { callNames, calls, requestsOf, samplesOf, type CallName, type Sample } from './calls.ts'
import { databaseCpu } from './databaseCpu.ts'
import { floorStatements } from './floor/statements.ts'
import { fillFloor } from './floor/tables.ts'
import {
  measure,
  median,
  serveFloor,
  together,
  type Asked,
  type Load,
  type Measured,
  type Noted,
  type Served,
} from './measure.ts'
import { hasPgbench, pgbenchOn } from './pgbench.ts'
import { noteFailures, report, type Figure } from './report.ts'

/*
 * What people do most, beside the floor: the least that a correct service must do for the call, written by hand, on
 * tables of its own (floor/). Processor time decides: rates also depend on what else the machine does.
 */

const loads = [1, 16, 64] as const
/** The first round warms up and does not count. */
const rounds = 1 + 3
/** What a call leaves to be done each second, as sealing and index entries, is part of its processor time. */
const afterworkMs = 1_200

interface Both {
  product: Measured
  floor: Measured
  /** Microseconds of processor time of the database for one request; null where it cannot be read. */
  database: { product: number; floor: number } | null
}

const middle = (all: readonly Both[], figure: (both: Both) => number): number =>
  median(all.slice(1).map(figure))

/** @param signIn a session lives shorter than all calls take, so each call has its own */
export const measureBeside = async (
  signIn: () => Promise<Asked>,
  floor: Served,
  client: Client,
  database: { applicationUrl: string; pid: number },
): Promise<Noted> => {
  await fillFloor(client)
  const samples = await samplesOf(client)
  await settle(database.applicationUrl, samples)
  const [sample] = samples
  if (sample === undefined) throw new Error('Nobody to look for')
  const requests = requestsOf(samples)
  const isPgbenchHere = await hasPgbench()
  if (!isPgbenchHere) console.log('The floor by pgbench: not here, since it is not on the path')
  const noted: Noted[] = []

  const measureOne = async (
    served: Served,
    load: Load,
  ): Promise<{ measured: Measured; cpu: number | null }> => {
    const before = databaseCpu(database.pid)
    const measured = await measure(served, load)
    await sleep(afterworkMs)
    const after = databaseCpu(database.pid)
    const done = Math.max(1, measured.done)
    return { measured, cpu: before === null || after === null ? null : (after - before) / done }
  }

  for (const call of callNames) {
    const { product, headers, seconds } = await signIn()
    await serveFloor(floor, { call, samples })
    const { method, request } = requests[call]
    for (const connections of loads) {
      const load: Load = { connections, duration: seconds, method, headers, requests: [request] }
      const all: Both[] = []
      const pgbench: { perSecond: number; cpu: number | null }[] = []
      for (let round = 0; round < rounds; round += 1) {
        // In turn first and second, so that a machine that grows slower or faster favours neither.
        const [first, second] = round % 2 === 0 ? [floor, product] : [product, floor]
        const [one, other] = [await measureOne(first, load), await measureOne(second, load)]
        const [ofFloor, ofProduct] = first === floor ? [one, other] : [other, one]
        all.push({
          product: ofProduct.measured,
          floor: ofFloor.measured,
          database:
            ofProduct.cpu === null || ofFloor.cpu === null
              ? null
              : { product: ofProduct.cpu, floor: ofFloor.cpu },
        })
        if (isPgbenchHere && connections === 16)
          pgbench.push(await byPgbench(call, sample, seconds, database))
      }
      noted.push(...all.map((both) => both.product))
      const name = `${calls[call].title}, ${connections} connection${connections === 1 ? '' : 's'}`
      noteFailures(name, together(all.map((both) => both.product)).failures)
      noteFailures(`${name}, floor`, together(all.map((both) => both.floor)).failures)
      reportCall(call, name, connections, all)
      if (pgbench.length > 0)
        report({
          what: '  the floor by pgbench',
          figure: median(pgbench.slice(1).map(({ perSecond }) => perSecond)),
          unit: '/s',
        })
      if (pgbench.length > 0 && pgbench.every(({ cpu }) => cpu !== null))
        report({
          what: '  processor time of the database for the floor by pgbench',
          figure: median(pgbench.slice(1).map(({ cpu }) => cpu ?? 0)),
          unit: 'µs',
        })
    }
  }
  return together(noted)
}

/** Pathways in one transaction, as at night. */
const settledAtOnce = 200

/** Opens the tasks of steps that are late, as each night does: otherwise the first save of each would open one. */
const settle = async (applicationUrl: string, samples: readonly Sample[]): Promise<void> => {
  const db = connect(applicationUrl)
  try {
    for (let from = 0; from < samples.length; from += settledAtOnce) {
      const ids = samples.slice(from, from + settledAtOnce).map(({ pathwayId }) => pathwayId)
      await transact(db.sql, (sql) => settleTasksOf(sql, ids, null))
    }
  } finally {
    await db.close()
  }
}

const byPgbench = async (
  call: CallName,
  sample: Sample,
  seconds: number,
  { applicationUrl, pid }: { applicationUrl: string; pid: number },
): Promise<{ perSecond: number; cpu: number | null }> => {
  const before = databaseCpu(pid)
  const { perSecond, done } = await pgbenchOn(applicationUrl, floorStatements[call](sample))(16, seconds)
  const after = databaseCpu(pid)
  return { perSecond, cpu: before === null || after === null ? null : (after - before) / done }
}

const reportCall = (call: CallName, name: string, connections: number, all: readonly Both[]): void => {
  const isTarget = connections === 16
  const { database, server, rate } = calls[call]
  /** @param most true if less is better */
  const beside = (figure: Omit<Figure, 'digits'>, target: number, most: boolean): void =>
    report({ ...figure, ...(isTarget ? { [most ? 'atMost' : 'atLeast']: target } : {}) })
  beside(
    {
      what: name,
      figure: middle(all, ({ product }) => product.perSecond),
      unit: '/s',
      ofFloor: middle(all, ({ product, floor }) => product.perSecond / floor.perSecond),
    },
    rate,
    false,
  )
  if (all.every((both) => both.database !== null))
    beside(
      {
        what: '  processor time of the database',
        figure: middle(all, (both) => both.database?.product ?? 0),
        unit: 'µs',
        ofFloor: middle(all, (both) => (both.database?.product ?? 0) / (both.database?.floor ?? 1)),
      },
      database,
      true,
    )
  beside(
    {
      what: '  processor time of the server',
      figure: middle(all, ({ product }) => product.cpuPerRequest),
      unit: 'µs',
      ofFloor: middle(all, ({ product, floor }) => product.cpuPerRequest / floor.cpuPerRequest),
    },
    server,
    true,
  )
  report({ what: '  p50', figure: middle(all, ({ product }) => product.p50), unit: 'ms' })
  report({ what: '  p99', figure: middle(all, ({ product }) => product.p99), unit: 'ms' })
}
