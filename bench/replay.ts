import { randomBytes } from 'node:crypto'
import type { ClientBase, Pool, QueryResult } from 'pg'
import { nhsNumbersFrom } from '../db/seed/demonstration/people.ts'
import { addDays } from '../contract/platform/dates/dates.ts'
import type { AuditTrail } from '../server/platform/audit/auditTrail.ts'
import type { Recorded } from './recording.ts'

/** What a bare server is told to answer: the statements of one call of the product, in their order, and what they led to. */
export interface Replay {
  statements: Recorded[]
  reply: string
  /** Texts that must be others each time, such as the NHS number of somebody new, and what they become. */
  fresh: { recorded: string; next: keyof typeof makers }[]
}

type Row = { id?: number | string }
type Changed = Map<string, string>

const numbers = nhsNumbersFrom(998_000_001)

const makers = {
  nhsNumber: (): string => numbers.next().value,
  day: (): string => addDays('1920-01-01', Math.floor(Math.random() * 14_000)),
  name: (): string => [...randomBytes(12)].map((byte) => 'bdfghjklmnpqrstv'[byte & 15]).join(''),
} as const

/** Days keep the order of those in whose place they stand: they are locked in it, and two calls in different orders lock each other out. */
const freshen = (fresh: Replay['fresh']): Changed => {
  const days = fresh.filter(({ next }) => next === 'day').map(({ recorded }) => recorded)
  const nextDays = days.map(() => makers.day()).toSorted()
  const dayOf = new Map(days.toSorted().map((recorded, place) => [recorded, nextDays[place] ?? recorded]))
  return new Map(fresh.map(({ recorded, next }) => [recorded, dayOf.get(recorded) ?? makers[next]()]))
}

/** The value as this call has it: with its own ids, keys and names in the place of the recorded ones. */
const own = (value: unknown, changed: Changed): unknown => {
  if (Buffer.isBuffer(value)) {
    const before = value.toString('hex')
    if (!changed.has(before)) changed.set(before, randomBytes(value.length).toString('hex'))
    return Buffer.from(changed.get(before) ?? '', 'hex')
  }
  if (Array.isArray(value)) return value.map((each) => own(each, changed))
  if (typeof value === 'number') return Number(changed.get(String(value)) ?? value)
  if (typeof value !== 'string') return value
  let text = value
  for (const [before, now] of changed) text = text.replaceAll(before, now)
  return text
}

const isBegin = ({ text }: Recorded): boolean => /^begin\b/i.test(text)
const isEnd = ({ text }: Recorded): boolean => /^(commit|rollback)\b/i.test(text)
const auditOfReads = 'append audit events'

interface AuditEvents {
  user_id: number
  session_id: number
  patient_ids: number[]
}

/** Sends the statements again, as the product did: reads on any connection, a write on one of its own, audit rows grouped. */
export const replay = async (
  { statements, fresh }: Replay,
  { read, write, auditTrail }: { read: Pool; write: Pool; auditTrail: AuditTrail },
): Promise<void> => {
  const changed = freshen(fresh)
  let writing: ClientBase | null = null
  /** A connection whose transaction failed is closed, or it would fail every call after. */
  let release = (_isBroken: boolean): void => undefined
  const send = async (statement: Recorded): Promise<void> => {
    const values = writing === null ? statement.values : (own(statement.values, changed) as unknown[])
    const { name, text, id } = statement
    const asked = { text, values, ...(name === undefined ? {} : { name }) }
    const { rows }: QueryResult<Row> = await (writing ?? read).query<Row>(asked)
    const [now] = rows
    if (writing !== null && id !== null && now?.id !== undefined) changed.set(String(id), String(now.id))
  }
  try {
    for (const statement of statements)
      if (statement.name === auditOfReads) {
        const [event] = JSON.parse(String(statement.values[0])) as AuditEvents[]
        await auditTrail.append({
          ...{ kind: 'read', action: 'bare', status: 200, role: null, requestId: 'bare', address: null },
          userId: event?.user_id ?? null,
          sessionId: event?.session_id ?? null,
          patientIds: event?.patient_ids ?? [],
        })
      } else {
        if (isBegin(statement)) {
          const client = await write.connect()
          writing = client
          release = (isBroken) => client.release(isBroken)
        }
        await send(statement)
        if (isEnd(statement)) {
          writing = null
          release(false)
          release = () => undefined
        }
      }
  } finally {
    release(true)
  }
}
