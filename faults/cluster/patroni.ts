import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { readFile } from 'node:fs/promises'
import { request, type RequestOptions } from 'node:https'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { certificatesOf } from './configuration.ts'
import type { DatabaseMachine } from './plan.ts'

/** Whom Patroni has as what: names of machines. */
export interface Members {
  primary: string | null
  /** Has every acknowledged write, so that it may be promoted. */
  synchronous: string | null
}

interface Reply {
  members: { name: string; role: string; state: string }[]
}

/** One question to the Patroni of a machine, which shows the certificate of the cluster. Throws where it does not answer. */
export const askPatroni = async (
  { folder, ports }: DatabaseMachine,
  options: Pick<RequestOptions, 'path' | 'method' | 'headers' | 'timeout'>,
  body = '',
): Promise<{ isOk: boolean; text: string }> => {
  const ca = await readFile(join(certificatesOf(folder), 'ca.crt'))
  const signal = AbortSignal.timeout(options.timeout ?? 2_000)
  const asked = request({ ...options, host: '127.0.0.1', port: ports.rest, ca, signal }).end(body)
  const [reply] = (await once(asked, 'response')) as [IncomingMessage]
  const { statusCode = 0 } = reply
  return { isOk: statusCode >= 200 && statusCode < 300, text: await textOf(reply) }
}

const stateOf = async (machine: DatabaseMachine): Promise<Reply | null> => {
  try {
    const { isOk, text } = await askPatroni(machine, { path: '/cluster' })
    return isOk ? (JSON.parse(text) as Reply) : null
  } catch {
    // This Patroni is away: the other one is asked.
    return null
  }
}

/** As whichever Patroni answers first says, in the order of the machines. */
export const askMembers = async (machines: readonly DatabaseMachine[]): Promise<Members> => {
  for (const machine of machines) {
    const reply = await stateOf(machine)
    if (reply === null) continue
    const named = (role: string): string | null =>
      reply.members.find((each) => each.role === role && ['running', 'streaming'].includes(each.state))
        ?.name ?? null
    return { primary: named('leader'), synchronous: named('sync_standby') }
  }
  return { primary: null, synchronous: null }
}

/** Waits until they are as asked for; throws after the time. */
export const untilMembers = async (
  machines: readonly DatabaseMachine[],
  areRight: (members: Members) => boolean,
  withinMs: number,
): Promise<Members> => {
  const until = performance.now() + withinMs
  for (;;) {
    const members = await askMembers(machines)
    if (areRight(members)) return members
    if (performance.now() > until)
      throw new Error(
        `After ${withinMs / 1000} seconds Patroni has ${members.primary ?? 'nobody'} as its primary and ${members.synchronous ?? 'nobody'} as its synchronous standby`,
      )
    await sleep(200)
  }
}

/** With a primary and a standby that may be promoted. */
export const isWhole = ({ primary, synchronous }: Members): boolean =>
  primary !== null && synchronous !== null
