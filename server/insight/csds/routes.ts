import { sql as raw } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { withheldHeader } from '../../../contract/insight/report.ts'
import {
  downloadSubmission,
  getSubmission,
  listFindings,
  listSubmissions,
  startSubmission,
  type FoundRecord,
  type Submission,
  type TableCount,
} from '../../../contract/insight/csds/submission.ts'
import { zipType } from '../../../contract/platform/calls/file.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { notFound, ValidationProblem } from '../../platform/errors.ts'
import { route } from '../../platform/http/calls/route.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import { advisoryLock } from '../../platform/db/connection/advisoryLock.ts'
import { withheldAmong } from '../../patients/flags/withheld.ts'
import { archiveOf } from './archive.ts'
import type { CsdsService } from './settings.ts'
import { addSubmission, findSubmission, patientsIn, primaryOf } from './store.ts'

const reads: Rights = {
  capability: 'nationalReturn.make',
  audit: 'none',
  idempotency: 'safe',
  rate: 'report',
}

/** The monthly national return of community services (decision 161). */
export const serveCsds = (app: FastifyInstance, service: CsdsService): void => {
  const { db, clock } = service
  const { sql } = db

  route(app, service, listSubmissions, { ...reads, rate: 'read' }, async () => {
    const rows = await sql
      .selectFrom('csds_submission')
      .innerJoin('app_user', 'app_user.id', 'csds_submission.user_id')
      .select([
        'csds_submission.id',
        'month',
        'kind',
        'state',
        'failure',
        'asked_at',
        'ended_at',
        'expires_at',
      ])
      .select(['tables', 'app_user.display_name as asked_by'])
      .where('expires_at', '>', instantOf(clock()))
      .orderBy('csds_submission.id', 'desc')
      .limit(200)
      .execute()
    return { settings: service.csds, submissions: rows.map(presented) }
  })

  route(
    app,
    service,
    startSubmission,
    { ...reads, audit: 'write', idempotency: 'create' },
    (call, { month, kind }) => {
      if (service.csds === null)
        throw new ValidationProblem({
          month: 'The return is not set up. Please tell your system administrator.',
        })
      const now = today(clock()).slice(0, 7)
      if (month > now) throw new ValidationProblem({ month: 'The month has not begun' })
      if (month === now && kind !== 'check')
        throw new ValidationProblem({ month: 'The month is not over. You can check it already' })
      return call.write(async (writing) => {
        await advisoryLock(writing.sql, 'csds_submission')
        const first = `${month}-01`
        if (kind === 'refresh' && (await primaryOf(writing.sql, first)) === null)
          throw new ValidationProblem({ kind: 'Make the primary submission of the month first' })
        const underWay = await writing.sql
          .selectFrom('csds_submission')
          .select('id')
          .where('state', 'in', ['waiting', 'running'])
          .limit(1)
          .executeTakeFirst()
        if (underWay !== undefined)
          throw new ValidationProblem({ month: 'Another is being made. Wait until it is ready' })
        const asked = { month, kind }
        const id = await addSubmission(writing.sql, clock(), { userId: writing.userId, ...asked })
        writing.trace({ records: [{ entity: 'csdsSubmission', id, before: null, after: asked }] })
        return { id }
      })
    },
  )

  /** A submission that is not gone. */
  const require = async (id: number) => {
    const found = await findSubmission(sql, id, clock())
    if (found === undefined) throw notFound()
    return found
  }

  route(app, service, getSubmission, { ...reads, rate: 'read' }, async (_, { id }) => {
    const found = await require(id)
    const { display_name: askedBy } = await sql
      .selectFrom('app_user')
      .select('display_name')
      .where('id', '=', found.user_id)
      .executeTakeFirstOrThrow()
    return {
      ...presented({ ...found, asked_by: askedBy }),
      sha256: found.sha256,
      tables: found.tables ?? [],
      findings: (found.findings ?? []).map(({ rule, count }) => ({ rule, count })),
      comparisons: found.counts ?? [],
      differences: found.differences,
    }
  })

  route(
    app,
    service,
    listFindings,
    { ...reads, audit: 'read', restricted: 'lists' },
    async (call, { id, rule }) => {
      const found = await require(id)
      const records = found.findings?.find((each) => each.rule === rule)?.records ?? []
      const { rows } = await raw<FoundRecord>`
        select distinct patient.id as "patientId", record.pathway_id as "pathwayId", patient.family_name as "familyName",
          patient.first_name as "firstName", patient.nhs_number as "nhsNumber", pathway.referral_date as "referralDate",
          patient.family_name_key, patient.first_name_key
        from unnest(${records.map(({ patientId }) => patientId)}::bigint[],
          ${records.map(({ pathwayId }) => pathwayId)}::bigint[]) as record (patient_id, pathway_id)
        join patient on patient.id = record.patient_id and patient.is_active
        left join pathway on pathway.id = record.pathway_id
        order by patient.family_name_key, patient.first_name_key, patient.id, record.pathway_id`.execute(sql)
      const withheld = await withheldAmong(
        sql,
        rows.map(({ patientId }) => patientId),
        call.principal,
      )
      const named = rows.filter(({ patientId }) => !withheld.has(patientId))
      if (named.length < rows.length) call.setHeader(withheldHeader, String(rows.length - named.length))
      call.showed({
        patientIds: named.map(({ patientId }) => patientId),
        pathwayIds: named.flatMap(({ pathwayId }) => (pathwayId === null ? [] : [pathwayId])),
        criteria: { id, rule },
      })
      return named
    },
  )

  route(
    app,
    service,
    downloadSubmission,
    { ...reads, audit: 'read', restricted: 'lists' },
    async (call, { id }) => {
      const found = await require(id)
      if (found.state !== 'ready' || found.kind === 'check') throw notFound()
      const month = found.month.slice(0, 7)
      call.showed({
        patientIds: await patientsIn(sql, id),
        criteria: { id, month, kind: found.kind, sha256: found.sha256 },
      })
      return {
        type: zipType,
        name: `csds-${month}-${found.kind}.zip`,
        body: await archiveOf(service, found),
      }
    },
  )
}

interface Stored {
  id: number
  month: string
  kind: string
  state: string
  failure: string | null
  asked_at: string
  asked_by: string
  ended_at: string | null
  expires_at: string
  tables: unknown
}

const presented = (row: Stored): Submission => {
  const tables = row.tables as TableCount[] | null
  const sum = (of: (table: TableCount) => number): number | null =>
    tables?.reduce((total, table) => total + of(table), 0) ?? null
  return {
    id: row.id,
    month: row.month.slice(0, 7),
    kind: row.kind as Submission['kind'],
    state: row.state as Submission['state'],
    failure: row.failure,
    askedAt: row.asked_at,
    askedBy: row.asked_by,
    endedAt: row.ended_at,
    expiresAt: row.expires_at,
    rows: sum(({ rows }) => rows),
    refused: sum(({ refused }) => refused),
  }
}
