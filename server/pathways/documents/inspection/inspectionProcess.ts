import { fork, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FileKindName } from '../../../../contract/pathways/document.ts'
import { PartFailure, unavailable } from '../../../platform/errors.ts'
import type { Inspected } from './inspected.ts'
import type { Finding, ToInspect } from './inspector.ts'
import { processorTimeOf } from './processorTime.ts'
import { HeicFile, tooHard, RejectedFile } from './rejectedFile.ts'

/** Two files at once; the others wait, and each waits only for files, of which the upload takes eight at once. */
const mostAtOnce = 2
/** Of a processor, not of the clock: an honest file is not refused because the machine is busy. */
const longestMs = 5_000
/** By the clock; after it nothing is known about the file, and whoever sent it may try again. */
const longestWaitMs = 25_000
const lookEveryMs = 200
const idleMs = 30_000
/** As `nice` counts: a third of a processor that somebody else wants. At 15 a busy machine read no file within its time. */
const lowPriority = 5
const root = join(import.meta.dirname, '../../../..')
const limits = [
  // Plain JavaScript where the build wrote it: the compiler takes a third of a start (decision 123).
  '--require',
  join(root, 'scripts/plain/use.mjs'),
  '--max-old-space-size=256',
  '--max-semi-space-size=8',
  // Reads its own code; writes nothing, starts nothing.
  '--permission',
  `--allow-fs-read=${join(root, '*')}`,
]

interface Inspector {
  child: ChildProcess
  /** Ended when nobody has asked for a while. */
  retire: NodeJS.Timeout | undefined
}

const idle: Inspector[] = []
const all = new Set<ChildProcess>()
const waiting: (() => void)[] = []
let underWay = 0

/**
 * Inspects in a process of its own, which is killed when it has worked for five seconds or needs too much memory: reading a
 * file can neither hold up nor bring down the server. Throws a RejectedFile that says why the file is refused, or that the
 * service is busy, where the machine does not let the process work.
 */
export const inspectApart = async (
  content: Buffer,
  kind: FileKindName,
  waitMs = longestWaitMs,
): Promise<Inspected> => {
  if (underWay >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else underWay += 1
  try {
    const finding = await ask({ content, kind }, waitMs)
    if ('isHeic' in finding) throw new HeicFile()
    if ('refused' in finding) throw new RejectedFile(finding.refused)
    if ('failure' in finding) throw new Error(`A file could not be inspected: ${finding.failure}`)
    const { taken, isRepaired } = finding
    const kept = taken === null ? content : Buffer.from(taken.buffer, taken.byteOffset, taken.byteLength)
    return { content: kept, isRepaired }
  } finally {
    const next = waiting.shift()
    if (next === undefined) underWay -= 1
    else next()
  }
}

const ask = async (what: ToInspect, waitMs: number): Promise<Finding> => {
  const inspector = idle.pop() ?? (await start())
  clearTimeout(inspector.retire)
  const { child } = inspector
  child.ref()
  child.channel?.ref()
  const finding = await answerOf(child, what, waitMs).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  letGo(inspector)
  return finding
}

/** Throws when there is none: too much work, ended for its memory, or not let work by the machine. */
const answerOf = (child: ChildProcess, what: ToInspect, waitMs: number): Promise<Finding> => {
  const watching = new AbortController()
  return new Promise<Finding>((resolve, reject) => {
    const giveUp = () => reject(tooHard())
    child.once('exit', giveUp)
    child.once('message', (answer) => {
      child.off('exit', giveUp)
      resolve(answer as Finding)
    })
    child.send(what, (error) => {
      if (error !== null) giveUp()
    })
    untilTooLong(child.pid ?? 0, waitMs, watching.signal).then(reject, reject)
  }).finally(() => watching.abort())
}

/** Why it has to be given up, as soon as it has; fails when nobody watches any longer. */
const untilTooLong = async (pid: number, waitMs: number, signal: AbortSignal): Promise<Error> => {
  const startedMs = performance.now()
  const before = await processorTimeOf(pid)
  for (;;) {
    await sleep(lookEveryMs, undefined, { signal, ref: false })
    const waitedMs = performance.now() - startedMs
    const now = await processorTimeOf(pid)
    const workedMs = now === null || before === null ? waitedMs : now - before
    if (workedMs >= longestMs) return tooHard()
    if (waitedMs >= waitMs)
      return unavailable(new PartFailure('documents', 'the machine was too busy to inspect a file'))
  }
}

/** An idle one keeps no process alive that would otherwise end. */
const letGo = (inspector: Inspector): void => {
  const { child } = inspector
  child.unref()
  child.channel?.unref()
  inspector.retire = setTimeout(() => {
    idle.splice(idle.indexOf(inspector), 1)
    child.kill('SIGKILL')
  }, idleMs).unref()
  idle.push(inspector)
}

const start = async (): Promise<Inspector> => {
  const child = fork(join(import.meta.dirname, 'inspector.ts'), [], {
    // Nothing of the environment: it reads what it is given, and says nothing that a file could have put in its mouth.
    env: {},
    execArgv: limits,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  all.add(child)
  // Whoever is at work comes first. At once, because its threads take on what it has when they begin.
  if (child.pid !== undefined) setPriority(child.pid, lowPriority)
  const inspector: Inspector = { child, retire: undefined }
  child.once('exit', () => {
    all.delete(child)
    const at = idle.indexOf(inspector)
    if (at !== -1) idle.splice(at, 1)
  })
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('error', reject)
    child.once('exit', () => reject(new Error('The process that inspects files could not be started')))
  })
  child.removeAllListeners('error')
  child.on('error', () => child.kill('SIGKILL'))
  return inspector
}

process.once('exit', () => {
  for (const child of all) child.kill('SIGKILL')
})
