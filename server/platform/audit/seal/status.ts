import type { Kysely } from 'kysely'
import { sql as raw } from 'kysely'
import type { AuditSeal } from '../../../../contract/insight/audit/auditQuestion.ts'
import type { DB } from '../../db/types.ts'

/**
 * The state of the seal: how far the trail is sealed, the last note outside and the last check. @param anchorPlace
 * where heads are noted; null if nowhere
 */
export const readSeal = async (sql: Kysely<DB>, anchorPlace: string | null): Promise<AuditSeal> => {
  const head = await sql
    .selectFrom('audit_segment')
    .select(['number', 'sealed_at'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { rows } = await raw<{ events: number; oldest: string | null }>`
    select events, oldest from audit_unsealed()`.execute(sql)
  const anchor = await sql
    .selectFrom('audit_anchor')
    .select(['at', 'place', 'segment'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const check = await sql
    .selectFrom('audit_check')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    segments: head?.number ?? 0,
    lastSealedAt: head?.sealed_at ?? null,
    unsealed: rows[0]?.events ?? 0,
    oldestUnsealedAt: rows[0]?.oldest ?? null,
    anchorPlace,
    lastAnchor: anchor ?? null,
    lastCheck:
      check === undefined
        ? null
        : {
            endedAt: check.ended_at,
            segments: check.segments,
            events: check.events,
            archivedEvents: check.archived_events,
            anchors: check.anchors,
            problems: check.problems,
            firstProblem: check.first_problem,
          },
  }
}
