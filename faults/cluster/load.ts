import { setTimeout as sleep } from 'node:timers/promises'
import { today } from '../../contract/platform/dates/dates.ts'
import { getPatient, savePatient } from '../../contract/patients/patient.ts'
import { savePathway } from '../../contract/pathways/referral/pathway.ts'
import { runReport } from '../../contract/insight/report.ts'
import { idempotencyKeyHeader } from '../../contract/accounts/session.ts'
import { keepDoing } from '../keepDoing.ts'
import { nameOf } from '../registered.ts'

/** What a call does; a report is counted on the standby. */
export type Kind = 'write' | 'read' | 'report'

export interface Answer {
  kind: Kind
  /** 0 where no answer came. */
  status: number
  /** When it came, as performance.now() says, and how long it was waited for. */
  at: number
  tookMs: number
}

/** A numbered person, registered and then referred. What was acknowledged is remembered. */
export interface Sent {
  familyName: string
  patientId: number | null
  pathwayId: number | null
}

export interface Load {
  answers: readonly Answer[]
  sent: readonly Sent[]
  /** Begins nothing more; resolves when everything that was begun is acknowledged or given up. */
  stop: () => Promise<void>
}

type Headers = Record<string, string>

const writers = 8
const readers = 4
/** So that it is people at work, and not two processors at their limit. */
const pauseMs = 50
const reportPauseMs = 1_000
/** The browser repeats a write after these; then the user sees its message and presses again. */
const repeatsMs = [1_000, 3_000, 5_000]
const givenUpMs = 180_000
/** Nobody is there. A client that is told to wait, or that a save is uncertain, tries again. */
const passing = [0, 429, 502, 503, 504]

/** @param people headers of those who work, @param first the number of the first one who is registered */
export const startLoad = (address: string, people: readonly Headers[], first: number): Load => {
  const answers: Answer[] = []
  const sent: Sent[] = []
  const headersOf = (n: number): Headers => people[n % people.length] ?? {}

  const call = async (kind: Kind, path: string, init: RequestInit) => {
    const began = performance.now()
    const { status, text } = await answerOf(`${address}${path}`, init)
    const at = performance.now()
    answers.push({ kind, status, at, tookMs: at - began })
    return { status, text }
  }

  /** Sends one under its key until it is answered. Returns its id, and null where it was given up. */
  const save = async (path: string, headers: Headers, key: string, body: object): Promise<number | null> => {
    const until = performance.now() + givenUpMs
    for (let tries = 0; ; tries += 1) {
      const { status, text } = await call('write', path, {
        method: 'POST',
        headers: { ...headers, [idempotencyKeyHeader]: key },
        body: JSON.stringify(body),
      })
      if (status === 200) return (JSON.parse(text) as { id: number }).id
      if (!passing.includes(status) || performance.now() > until) return null
      await sleep(repeatsMs[tries] ?? 5_000)
    }
  }

  const write = async (writer: number): Promise<void> => {
    const n = first + sent.length
    const headers = headersOf(writer)
    const one: Sent = { familyName: nameOf(n), patientId: null, pathwayId: null }
    sent.push(one)
    one.patientId = await save(savePatient.path, headers, `cluster-patient-${n}`, {
      id: 0,
      familyName: one.familyName,
      genderId: 2,
      nhsNumberUnknown: true,
    })
    if (one.patientId === null) return
    one.pathwayId = await save(savePathway.path, headers, `cluster-pathway-${n}`, {
      id: 0,
      patientId: one.patientId,
      referralDate: today(),
      referrerId: 1,
      referralMethodId: 1,
    })
    await sleep(pauseMs)
  }

  const read = async (reader: number): Promise<void> => {
    const known = sent.findLast(({ patientId }) => patientId !== null)?.patientId
    if (known !== undefined)
      await call('read', `${getPatient.path}?id=${known}`, { headers: headersOf(reader) })
    await sleep(pauseMs)
  }

  const report = async (): Promise<void> => {
    await call('report', runReport.path.replace('{reportName}', 'referralWaits'), {
      method: 'POST',
      headers: headersOf(0),
      body: JSON.stringify({
        reportName: 'referralWaits',
        dateFrom: today(),
        dateTo: today(),
        type: 'csv',
      }),
    })
    await sleep(reportPauseMs)
  }

  const ends = [keepDoing(writers, write), keepDoing(readers, read), keepDoing(1, report)]
  return {
    answers,
    sent,
    stop: async () => {
      await Promise.all(ends.map((end) => end()))
    },
  }
}

const answerOf = async (url: string, init: RequestInit): Promise<{ status: number; text: string }> => {
  try {
    const response = await fetch(url, init)
    return { status: response.status, text: await response.text() }
  } catch {
    // The connection broke: told by the status.
    return { status: 0, text: '' }
  }
}

/** The longest time without an answer of success, from one moment to another. */
export const longestGapMs = (answers: readonly Answer[], kind: Kind, from: number, to: number): number => {
  const times = answers.filter((each) => each.kind === kind && each.status === 200).map(({ at }) => at)
  const within = [from, ...times.filter((at) => at > from && at < to), to]
  return Math.max(...within.slice(1).map((at, n) => at - (within[n] ?? at)))
}

/** How often each status was answered, in words: "503 12 times". Nothing of success. */
export const refusedInWords = (answers: readonly Answer[], kind: Kind): string => {
  const counts = new Map<number, number>()
  for (const { status } of answers.filter((each) => each.kind === kind && each.status !== 200))
    counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, times]) => `${status === 0 ? 'no answer' : status} ${times} times`)
    .join(', ')
}
