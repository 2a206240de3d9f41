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

/**
 * Number of files inspected at once. Further files queue; the queue is short, because uploads are limited to eight at
 * once.
 */
const mostAtOnce = 2
/** Processor time, not wall-clock time: an honest file must not be refused because the machine is busy. */
const longestMs = 5_000
/** Wall-clock time. After it, nothing is known about the file, and the sender may try again. */
const longestWaitMs = 25_000
const lookEveryMs = 200
const idleMs = 30_000
/**
 * A `nice` value: the process gets a third of a processor that others also want. At 15, a busy machine read no file in
 * time.
 */
const lowPriority = 5
const root = join(import.meta.dirname, '../../../..')
const limits = [
  // Uses the plain JavaScript of the build where there is any: compiling takes a third of the startup time
  // (decision 123).
  '--require',
  join(root, 'scripts/plain/use.mjs'),
  '--max-old-space-size=256',
  '--max-semi-space-size=8',
  // May read its own code; may not write files or start processes.
  '--permission',
  `--allow-fs-read=${join(root, '*')}`,
]

interface Inspector {
  child: ChildProcess
  /** Ends the process after it has been idle for a while. */
  retire: NodeJS.Timeout | undefined
}

const idle: Inspector[] = []
const all = new Set<ChildProcess>()
const waiting: (() => void)[] = []
let underWay = 0

/**
 * Inspects a file in a separate process, which is killed if it works for five seconds or needs too much memory, so that
 * reading a file can neither block nor crash the server. Throws a RejectedFile with the reason for a refusal, or the
 * error for a busy service if the machine gives the process no processor time.
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

/**
 * Throws if there is no answer: the file is too much work, the process ran out of memory, or the machine gave it no
 * time.
 */
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

/** Resolves with the error once the process must be given up; rejects when the signal aborts. */
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

/** An idle inspector must not keep this process alive. */
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
    // No environment and no output: it reads only what it is sent, and a file cannot make it print anything.
    env: {},
    execArgv: limits,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  all.add(child)
  // Other work comes first. Set immediately, because threads inherit the priority when they start.
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
