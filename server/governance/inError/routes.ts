import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { withheldWords } from '../../../contract/platform/calls/withheld.ts'
import { formatName } from '../../../contract/platform/words/format.ts'
import {
  inErrorColumns,
  listInError,
  mostInErrorShown,
  patientInError,
  putBack,
  referralInError,
  type InErrorRow,
} from '../../../contract/governance/inError.ts'
import { exportInError } from '../../../contract/app/listExport.ts'
import type { Capability } from '../../../contract/accounts/permissions.ts'
import type { Trace } from '../../platform/audit/auditTrail.ts'
import type { DB } from '../../platform/db/types.ts'
import { serveListExport } from '../../platform/http/lists/listExport.ts'
import { withheldAmong, type Reader } from '../../patients/flags/withheld.ts'
import { route } from '../../platform/http/calls/route.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { putBackRow } from './putBack.ts'
import { takePatientOut, takeReferralOut } from './takeOut.ts'

const write = { audit: 'write', idempotency: 'repeatable', rate: 'write' } as const
/** Users who may put records back, and users who audit the records. */
const readers: readonly Capability[] = ['record.restore', 'report.audit']

/** Patients and referrals that were registered in error. */
export const serveInError = (app: FastifyInstance, service: Service): void => {
  const { sql } = service.db
  route(app, service, patientInError, { ...write, capability: 'patient.write' }, (call, input) =>
    call.write((writing) => takePatientOut(writing, input)),
  )
  route(app, service, referralInError, { ...write, capability: 'pathway.write' }, (call, input) =>
    call.write((writing) => takeReferralOut(writing, input)),
  )
  route(
    app,
    service,
    listInError,
    { capability: readers, audit: 'read', idempotency: 'safe', rate: 'read', restricted: 'lists' },
    async (call) => {
      const rows = await readInError(sql, mostInErrorShown, call.principal)
      call.showed(shown(rows))
      return rows
    },
  )
  serveListExport(app, service, exportInError, {
    capability: readers,
    columns: inErrorColumns,
    read: async ({ principal }, _, limit) => ({
      title: 'Registered in error',
      rows: await readInError(sql, limit, principal),
    }),
    trace: shown,
  })
  route(app, service, putBack, { ...write, capability: 'record.restore' }, (call, { id }) =>
    call.write((writing) => putBackRow(writing, id)),
  )
}

const shown = (rows: readonly InErrorRow[]): Trace => ({
  patientIds: rows.map(({ patientId }) => patientId),
  pathwayIds: rows.flatMap(({ pathwayId }) => pathwayId ?? []),
  records: rows.map(({ id }) => ({ entity: 'registeredInError', id })),
})

const readInError = async (sql: Kysely<DB>, limit: number, reader: Reader): Promise<InErrorRow[]> => {
  const rows = await sql
    .selectFrom('registered_in_error as gone')
    .leftJoin('pathway', 'pathway.id', 'gone.pathway_id')
    .innerJoin('patient', (join) =>
      join.on((row) => row('patient.id', '=', row.fn.coalesce('gone.patient_id', 'pathway.patient_id'))),
    )
    .leftJoin('app_user', 'app_user.id', 'gone.created_by')
    .select([
      'gone.id',
      'gone.pathway_id as pathwayId',
      'gone.reason',
      'gone.created_at as at',
      'app_user.display_name as by',
      'patient.id as patientId',
      'patient.family_name as familyName',
      'patient.first_name as firstName',
      'patient.date_of_birth as dateOfBirth',
      'patient.nhs_number as nhsNumber',
    ])
    .where('gone.put_back_at', 'is', null)
    .orderBy('gone.id', 'desc')
    .limit(limit)
    .execute()
  const withheld = await withheldAmong(
    sql,
    rows.map(({ patientId }) => patientId),
    reader,
  )
  return rows.map(({ familyName, firstName, ...row }) => ({
    ...row,
    reason: withheld.has(row.patientId) ? withheldWords : row.reason,
    what: row.pathwayId === null ? 'Patient' : 'Referral',
    patient: formatName({ familyName, firstName }),
  }))
}
