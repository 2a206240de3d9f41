import { sha256 } from '../../crypto/sha256.ts'
import { firstDifference, marksOf, type MarkedEvent } from './marks.ts'
import { formOfEvents, hashOfNothing, segmentHash, type Segment } from './segmentHash.ts'

/** A connection or a pool. */
export interface Queryable {
  query: <Row extends object>(text: string, values?: unknown[]) => Promise<{ rows: Row[] }>
}

/** The head of the chain at some time, as noted outside the database. */
export interface AnchoredHead {
  segment: number
  hash: string
}

export interface Progress {
  segments: number
  ofSegments: number
  events: number
}

export interface Verified {
  segments: number
  events: number
  /** Events that were sealed and have since been archived. For these only the chain can be checked. */
  archivedEvents: number
  /** Events that are not sealed yet. */
  unsealed: number
  /** The number of noted heads that were compared; null if there were none to compare with. */
  anchors: number | null
  /**
   * Descriptions of the problems, in the order of the segments. They name events and segments by number, and no
   * patient.
   */
  problems: readonly string[]
}

export interface VerifyOptions {
  /** Reads the hashes of the events with these ids, in order of id. */
  eventsOf?: EventsOf
  /** Heads that were noted outside the database; null if there is no such place. */
  anchors?: readonly AnchoredHead[] | null
  onProgress?: (progress: Progress) => void
}

interface MonthlyEvent extends MarkedEvent {
  month: string
}
type EventsOf = (db: Queryable, firstId: number, lastId: number) => Promise<MonthlyEvent[]>

const monthText = (month: string) => `to_jsonb(${month}) #>> '{}'`

/**
 * Hashes the events in this process, so functions replaced in the database cannot deceive the check. Needs the owner's
 * rights.
 */
export const eventsHashedHere: EventsOf = async (db, firstId, lastId) => {
  const { rows } = await db.query<{ id: string; month: string; text: string }>(
    `select id, ${monthText(`date_trunc('month', at at time zone 'UTC')::date`)} as month,
       row(id, extract(epoch from at), kind, action, status, user_id, session_id, role, patient_ids, pathway_ids, criteria,
         records, request_id, address)::text as text
     from audit_event where id between $1 and $2 order by audit_event.id`,
    [firstId, lastId],
  )
  return rows.map(({ id, month, text }) => ({ id: Number(id), month, hash: sha256(text) }))
}

/** Has the database hash the events, for the service, which may not read the audit trail (DP-2). */
export const eventsHashedThere: EventsOf = async (db, firstId, lastId) => {
  const { rows } = await db.query<{ id: string; month: string; hash: Buffer }>(
    `select id, ${monthText('month')} as month, hash from audit_row_hashes($1, $2)`,
    [firstId, lastId],
  )
  return rows.map(({ id, month, hash }) => ({ id: Number(id), month, hash }))
}

/** Batch sizes: large enough to be fast, small enough to use little memory. */
const segmentsAtOnce = 200
const eventsAtOnce = 10_000

/**
 * Recomputes every sealed segment of the audit trail, compares it with what was sealed, and compares the chain with the
 * heads noted outside (DP-3).
 */
export const verifyAudit = async (
  db: Queryable,
  { eventsOf = eventsHashedHere, anchors = null, onProgress }: VerifyOptions = {},
): Promise<Verified> => {
  const problems: string[] = []
  const isArchived = await readArchived(db)
  const ofSegments = await countSegments(db)
  const heads = new Map<number, string>()
  let last: Pick<Segment, 'number' | 'lastId' | 'hash'> = { number: 0, lastId: 0, hash: hashOfNothing }
  let events = 0
  let archivedEvents = 0
  let segments = 0
  for (;;) {
    const batch = await readSegments(db, last.number)
    const [first, end] = [batch[0], batch.at(-1)]
    if (first === undefined || end === undefined) break
    const found = await eventsOf(db, Math.min(first.firstId, last.lastId + 1), end.lastId)
    let next = 0
    for (const segment of batch) {
      const held: MonthlyEvent[] = []
      for (let event = found[next]; event !== undefined && event.id <= segment.lastId; event = found[next]) {
        held.push(event)
        next += 1
      }
      events += held.length
      segments += 1
      const { archived, problem } = checkSegment(segment, last, held, isArchived)
      archivedEvents += archived
      if (problem !== null) problems.push(`Segment ${segment.number}: ${problem}`)
      heads.set(segment.number, segment.hash)
      last = segment
    }
    onProgress?.({ segments, ofSegments, events })
  }
  const rest = await readUnsealed(db)
  if (rest.stray !== null)
    problems.push(`Event ${rest.stray} was added: that number was never given to an event`)
  if (last.lastId > rest.newestId)
    problems.push(
      `Segment ${last.number}: it ends at event ${last.lastId}, and the numbering was turned back`,
    )
  problems.push(...(anchors ?? []).flatMap((anchor) => checkAnchor(anchor, heads)))
  return {
    segments,
    events,
    archivedEvents,
    unsealed: rest.unsealed,
    anchors: anchors?.length ?? null,
    problems,
  }
}

interface StoredSegment extends Segment {
  events: number
  marks: ReadonlyMap<string, Buffer>
}

/** The first problem of a segment, and the number of its events that are archived. */
const checkSegment = (
  segment: StoredSegment,
  before: Pick<Segment, 'number' | 'lastId' | 'hash'>,
  held: readonly MonthlyEvent[],
  isArchived: (month: string) => boolean,
): { archived: number; problem: string | null } => {
  if (segment.number !== before.number + 1)
    return { archived: 0, problem: `the one before it is missing (after ${before.number})` }
  const months = Map.groupBy(held, ({ month }) => month)
  let archived = 0
  for (const { month, events, hash } of segment.months) {
    const now = months.get(month) ?? []
    months.delete(month)
    if (now.length === 0 && isArchived(month)) {
      archived += events
      continue
    }
    const problem = checkMonth(now, hash, segment.marks.get(month) ?? Buffer.alloc(0))
    if (problem !== null) return { archived, problem }
  }
  const [added] = [...months.values()].flat()
  const sealed = segment.months.reduce((sum, { events }) => sum + events, 0)
  const problem =
    added !== undefined
      ? `event ${added.id} was added, or changed`
      : segment.form !== formOfEvents
        ? `its form ${segment.form} is not known`
        : segment.firstId !== before.lastId + 1 || segment.previousHash !== before.hash
          ? `it does not follow on segment ${before.number}`
          : segment.events !== sealed || segment.hash !== segmentHash(segment)
            ? 'what was noted of it was changed'
            : null
  return { archived, problem }
}

const checkMonth = (now: readonly MarkedEvent[], hash: string, marks: Buffer): string | null => {
  const areMarksWrong = sha256(marks).toString('hex') !== hash
  if (!areMarksWrong && marksOf(now).equals(marks)) return null
  if (areMarksWrong && sha256(marksOf(now)).toString('hex') === hash) return 'its marks were changed'
  return firstDifference(now, marks) ?? 'its events and their marks were changed'
}

const checkAnchor = ({ segment, hash }: AnchoredHead, heads: ReadonlyMap<number, string>): string[] => {
  const found = heads.get(segment)
  if (found === hash) return []
  return [
    found === undefined
      ? `Segment ${segment} is missing: it was noted outside the database, so the end of the audit trail was cut off`
      : `Segment ${segment}: its hash is not the one that was noted outside the database`,
  ]
}

const countSegments = async (db: Queryable): Promise<number> => {
  const { rows } = await db.query<{ segments: string }>('select count(*) as segments from audit_segment')
  return Number(rows[0]?.segments)
}

const readSegments = async (db: Queryable, after: number): Promise<StoredSegment[]> => {
  const { rows } = await db.query<{
    number: string
    first_id: string
    last_id: string
    events: number
    form: number
    previous_hash: Buffer
    hash: Buffer
    sealed_at: string
  }>(
    `select number, first_id, last_id, events, form, previous_hash, hash, extract(epoch from sealed_at)::text as sealed_at
     from (
       select *, sum(events) over (order by number) as so_far
       from (select * from audit_segment where number > $1 order by number limit ${segmentsAtOnce}) as next
     ) as batch
     where so_far <= ${eventsAtOnce} or so_far = events order by number`,
    [after],
  )
  const months = await readMonths(
    db,
    rows.map(({ number }) => Number(number)),
  )
  return rows.map((row) => {
    const number = Number(row.number)
    const own = months.get(number) ?? []
    return {
      number,
      firstId: Number(row.first_id),
      lastId: Number(row.last_id),
      events: row.events,
      form: row.form,
      previousHash: row.previous_hash.toString('hex'),
      hash: row.hash.toString('hex'),
      sealedAt: row.sealed_at,
      months: own.map(({ month, events: held, hash }) => ({
        month,
        events: held,
        hash: hash.toString('hex'),
      })),
      marks: new Map(own.map(({ month, marks }) => [month, marks])),
    }
  })
}

interface StoredMonth {
  segment: string
  month: string
  events: number
  hash: Buffer
  marks: Buffer
}

const readMonths = async (
  db: Queryable,
  segments: readonly number[],
): Promise<Map<number, StoredMonth[]>> => {
  const { rows } = await db.query<StoredMonth>(
    `select segment, ${monthText('audit_segment_month.month')} as month, events, hash, marks
     from audit_segment_month where segment = any($1) order by segment, audit_segment_month.month`,
    [segments],
  )
  return Map.groupBy(rows, ({ segment }) => Number(segment))
}

/**
 * Returns a function that says whether the owner archived a month. The trail itself records this, and every check
 * reports it.
 */
const readArchived = async (db: Queryable): Promise<(month: string) => boolean> => {
  const { rows } = await db.query<{ from_month: string | null; until_month: string }>(
    `select ${monthText('audit_month(from_at)')} as from_month, ${monthText('audit_month(until_at)')} as until_month
     from audit_archived`,
  )
  return (month) =>
    rows.some(({ from_month: from, until_month: until }) => (from === null || month >= from) && month < until)
}

const readUnsealed = async (db: Queryable) => {
  const { rows } = await db.query<{ events: string; stray: string | null; newest_id: string }>(
    'select events, stray, newest_id from audit_unsealed()',
  )
  const [row] = rows
  return {
    unsealed: Number(row?.events),
    stray: row?.stray === null || row === undefined ? null : Number(row.stray),
    newestId: Number(row?.newest_id),
  }
}
