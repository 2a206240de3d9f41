import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { tokenReply } from '../contract/session.ts'
import { demonstrationPassword } from '../db/seed/demonstration/users.ts'

/** A server in a process of its own, so that its processor time and its memory are its own. */
export interface Served {
  child: ChildProcess
  address: string
}

export type Load = Omit<autocannon.Options, 'url'>

export interface Measured {
  perSecond: number
  /** Microseconds of processor time. */
  cpuPerRequest: number
  /** Milliseconds. */
  average: number
  p99: number
  megabytes: number
  failures: number
}

/** With the options of Node that this process has, which package.json gives the real server too. */
export const serve = async (mode: 'product' | 'bare', databaseUrl: string): Promise<Served> => {
  const child = fork(join(import.meta.dirname, 'served.ts'), [mode, databaseUrl])
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The server (${mode}) ended before it was ready`)
  })
  const [{ address }] = (await Promise.race([once(child, 'message'), ended])) as [{ address: string }]
  return { child, address }
}

const usageOf = async (child: ChildProcess) => {
  child.send('usage')
  const [usage] = (await once(child, 'message')) as [{ cpu: NodeJS.CpuUsage; memory: number }]
  return { microseconds: usage.cpu.user + usage.cpu.system, memory: usage.memory }
}

/** Microseconds of processor time that it has taken so far. */
export const cpuOf = async (child: ChildProcess): Promise<number> => (await usageOf(child)).microseconds

export const residentMegabytes = async ({ child }: Served): Promise<number> =>
  (await usageOf(child)).memory / 2 ** 20

export const measure = async ({ child, address }: Served, load: Load): Promise<Measured> => {
  const before = await usageOf(child)
  const result = await autocannon({ url: address, ...load })
  const after = await usageOf(child)
  const done = result['2xx']
  return {
    perSecond: done / result.duration,
    cpuPerRequest: (after.microseconds - before.microseconds) / Math.max(1, done),
    average: result.latency.average,
    p99: result.latency.p99,
    megabytes: after.memory / 2 ** 20,
    failures: result.non2xx + result.errors,
  }
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** What 99 of 100 do not exceed. */
export const p99 = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? 0

/** Signs an invented user in; returns the headers of their calls. */
export const signIn = async (address: string): Promise<Record<string, string>> => {
  const response = await fetch(`${address}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      username: 'clinician',
      password: demonstrationPassword,
    }),
  })
  const { access_token: token } = tokenReply.parse(await response.json())
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
}

/** The server under load, the headers of a signed-in user, and how long a round is. */
export interface Asked {
  product: Served
  headers: Record<string, string>
  seconds: number
}

export interface Noted {
  failures: number
  megabytes: number
}

export const together = (measured: Noted[]): Noted => ({
  failures: measured.reduce((sum, { failures }) => sum + failures, 0),
  megabytes: Math.max(...measured.map(({ megabytes }) => megabytes)),
})
