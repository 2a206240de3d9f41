import { randomUUID } from 'node:crypto'
import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { today } from '../../../../contract/platform/dates/dates.ts'
import type { OrganisationType } from '../../../../contract/reference/organisation.ts'
import type { ImportReport } from '../../../../contract/reference/organisationImport.ts'
import {
  eventRow,
  insertEvents,
  type AuditEvent,
  type RecordTrace,
} from '../../../platform/audit/auditTrail.ts'
import { transact } from '../../../platform/db/connection/transact.ts'
import type { DB } from '../../../platform/db/types.ts'
import { ValidationProblem } from '../../../platform/errors.ts'
import { advisoryLock } from '../../../platform/db/connection/advisoryLock.ts'
import { planImport, type Plan } from './plan.ts'
import { readFile, typeInName } from './readFile.ts'
import { applyPlan, readStored, traceInParts } from './store.ts'

export interface OdsFile {
  name: string
  /** The text, split at any point. */
  parts: Iterable<string>
  /** The type of its organisations, if the file name does not tell. */
  type?: OrganisationType | undefined
}

/**
 * What the file would do.
 * @param now milliseconds since the epoch
 */
export const planFile = async (sql: Kysely<DB>, file: OdsFile, now: number): Promise<Plan> => {
  const day = today(now)
  const rows = await readFile(file.parts, day)
  const type = file.type ?? typeInName(file.name)
  if (rows.length === 0) throw new ValidationProblem({ file: 'The file has no rows' })
  if (type === undefined && rows.some(({ kind }) => kind === 'organisation'))
    throw new ValidationProblem({ type: 'Type required' })
  return planImport(rows, await readStored(sql), type, day)
}

/**
 * Plans again while nobody else can change organisations, and writes everything in this transaction.
 * @param event the audit event of the import
 * @returns the records that the call's own event still has to name
 */
export const importFile = async (
  sql: Transaction<DB>,
  file: OdsFile,
  event: Omit<AuditEvent, 'records'>,
  { now, onProgress }: { now: number; onProgress?: (done: number, all: number) => void },
): Promise<{ report: ImportReport; records: RecordTrace[] }> => {
  await advisoryLock(sql, 'organisation')
  const plan = await planFile(sql, file, now)
  const records = await applyPlan(sql, plan, event.userId, onProgress)
  return { report: plan.report, records: await traceInParts(sql, event, records) }
}

/** The same for the command line, where nobody is signed in: the audit trail names the command. */
export const importByCommand = (
  sql: Kysely<DB>,
  file: OdsFile,
  now: number,
  onProgress: (done: number, all: number) => void,
): Promise<ImportReport> =>
  transact(sql, async (transaction) => {
    const event: AuditEvent = {
      kind: 'write',
      action: 'command ods',
      status: 200,
      userId: null,
      sessionId: null,
      role: null,
      criteria: { file: file.name },
      requestId: randomUUID(),
      address: null,
    }
    const { report, records } = await importFile(transaction, file, event, { now, onProgress })
    const last = eventRow({ ...event, records })
    await transaction.executeQuery(CompiledQuery.raw(insertEvents, [JSON.stringify([last])]))
    return report
  })
