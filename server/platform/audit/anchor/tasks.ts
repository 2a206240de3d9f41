import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import type { DB } from '../../db/types.ts'
import { eventsHashedThere, verifyAudit } from '../seal/verify.ts'
import { recordCheck } from '../seal/recordCheck.ts'
import { headsIn, lineOf, type Anchor } from './anchor.ts'

interface Parts {
  db: { sql: Kysely<DB>; pool: Pool }
  auditAnchor: Anchor | null
  clock: () => number
}

/** Notes the head of the sealed audit trail outside the database, unless it is the one noted last. */
export const noteAuditHead = async ({ db, auditAnchor: anchor, clock }: Parts): Promise<void> => {
  if (anchor === null) return
  const head = await db.sql
    .selectFrom('audit_segment')
    .select(['number', 'hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const last = await db.sql
    .selectFrom('audit_anchor')
    .select(['segment', 'place'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (head === undefined || (last?.segment === head.number && last.place === anchor.place)) return
  await anchor.note(lineOf({ segment: head.number, hash: head.hash.toString('hex') }, instantOf(clock())))
  await db.sql.insertInto('audit_anchor').values({ place: anchor.place, segment: head.number }).execute()
}

/**
 * Notes are written every ten minutes, so this covers more than a day. Earlier notes were compared the night before.
 */
const notesCompared = 300

/** The nightly check. Its result is stored for the administrators' page. */
export const checkAudit = async ({ db, auditAnchor: anchor }: Parts): Promise<void> => {
  const startedAt = new Date()
  const lines = anchor?.read == null ? null : await anchor.read(notesCompared)
  const verified = await verifyAudit(db.pool, {
    eventsOf: eventsHashedThere,
    anchors: lines === null ? null : headsIn(lines),
  })
  await recordCheck(db.pool, startedAt, verified)
}
