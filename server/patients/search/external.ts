import { sql as raw, type Transaction } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { openExternalSearch } from '../../../contract/accounts/account.ts'
import { foldName } from '../../../contract/platform/words/fold.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { searchExternal, type ExternalSearch } from '../../../contract/patients/search/search.ts'
import { lookOnly } from '../../platform/db/connection/asReader.ts'
import type { DB } from '../../platform/db/types.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { route } from '../../platform/http/calls/route.ts'
import { readUser } from '../../accounts/users/read.ts'
import { countMiss, requireOpenSearch, openSearch } from './externalBudget.ts'
import { latestPathway } from './shownRows.ts'

/**
 * The search for external users (AZ-6). It returns an id or null, and null is the same for every kind of miss. Search,
 * count, grant and audit are stored in one transaction, and the searches of one user are processed one after the other.
 * Staff may search anyway, so their searches are not counted and what they read needs no grant.
 */
export const serveExternalSearch = (app: FastifyInstance, service: Service): void => {
  route(
    app,
    service,
    searchExternal,
    { capability: 'patient.searchExternal', audit: 'read', idempotency: 'repeatable', rate: 'search' },
    (call, search) =>
      call.write(async ({ sql, userId, sessionId, trace }) => {
        const isCounted = !call.may('patient.search')
        const now = service.clock()
        const earlier = isCounted ? await requireOpenSearch(sql, userId, now) : []
        const found = await lookOnly(sql, (reading) => findShared(reading, search))
        trace({ criteria: { ...search, found: found !== null } })
        if (found === null) {
          if (isCounted) await countMiss(sql, userId, { earlier, now })
          return null
        }
        trace({ patientIds: [found.patientId], pathwayIds: [found.pathwayId] })
        if (call.may('patient.readGranted')) await grant(sql, { userId, sessionId, now, ...found })
        return found.pathwayId
      }),
  )
  route(
    app,
    service,
    openExternalSearch,
    { capability: 'administration.write', audit: 'write', idempotency: 'repeatable', rate: 'write' },
    (call, { userId }) =>
      call.write(async ({ sql, trace }) => {
        await readUser(sql, userId)
        await openSearch(sql, userId)
        trace({ records: [{ entity: 'user', id: userId, after: { externalSearch: 'opened' } }] })
        return { success: true as const }
      }),
  )
}

interface Found {
  patientId: number
  pathwayId: number
}

/** The patient's open pathway, otherwise the latest, if it may be shown (PR-4). */
const findShared = async (
  sql: Transaction<DB>,
  { nhsNumber, familyName, dateOfBirth }: ExternalSearch,
): Promise<Found | null> => {
  const { rows } = await raw<Found>`
    /* prepared: find for an external user */
    select patient.id as "patientId", chosen.id as "pathwayId"
    from patient
    cross join lateral (${raw.raw(latestPathway('patient'))}) as chosen
    join shared_pathway on shared_pathway.id = chosen.id
    where patient.is_active and patient.nhs_number = ${nhsNumber}
      and patient.family_name_key = ${foldName(familyName)} and patient.date_of_birth = ${dateOfBirth}`.execute(
    sql,
  )
  return rows[0] ?? null
}

/** Opens the pathway to this session until the session ends (AZ-5). */
const grant = async (
  sql: Transaction<DB>,
  { userId, sessionId, pathwayId, now }: Found & { userId: number; sessionId: number; now: number },
): Promise<void> => {
  await raw`
    insert into external_grant (user_id, session_id, pathway_id, granted_at, expires_at)
    select user_id, id, ${pathwayId}, ${instantOf(now)}, expires_at
    from user_session where id = ${sessionId} and user_id = ${userId}`.execute(sql)
}
