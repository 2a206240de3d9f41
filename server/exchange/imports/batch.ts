import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { setImmediate } from 'node:timers/promises'
import { eventRow, insertEvents, type Trace } from '../../platform/audit/auditTrail.ts'
import { transact } from '../../platform/db/connection/transact.ts'
import type { DB } from '../../platform/db/types.ts'
import { settleTasksOf } from '../../pathways/tasks/settle.ts'
import { updateStage } from '../../stages/updateStage.ts'
import type { StaffWriting } from '../../platform/writes/write.ts'
import { withheldAmong } from '../../patients/flags/withheld.ts'
import { isPassing } from './checks/failures.ts'
import { numberOf, type PatientRows } from './files/group.ts'
import type { Checked } from './checks/check.ts'
import { addHistories, checkHistory, type ToPlace } from './checks/histories.ts'
import type { KnownPeople } from './checks/knownPeople.ts'
import { readKnownRows, storeKnownRows, type KnownRows } from './checks/knownRows.ts'
import { broughtBefore, refused, type Outcome } from './outcome.ts'
import { decideWho, readTaken, registerPeople, type Person } from './checks/people.ts'
import type { Checks } from './checks/planHistory.ts'
import type { SourceRow } from './files/sheet.ts'
import type { Verdicts } from './checks/verdicts.ts'

/** One import: who runs it, and on which files. */
export interface Run {
  sql: Kysely<DB>
  userId: number
  role: string | null
  requestId: string
  source: string
  files: readonly string[]
  isDryRun: boolean
  people: KnownPeople
  verdicts: Verdicts
}

export const command = 'command import'

interface Prepared {
  people: Person[]
  known: KnownRows
  checks: Checks
}

/**
 * Reads the rows, and checks what can be checked before the transaction. Meanwhile the database writes the previous
 * batch.
 */
export const prepareBatch = async (run: Run, units: readonly PatientRows[][]): Promise<Prepared> => {
  const patients = units.flat()
  const known = await readKnownRows(run.sql, run.source, keysOf(patients))
  const taken = await readTaken(run.sql, patients.map(numberOf).filter(Boolean))
  // Only looks up choices; writes nothing.
  const writing = writingOf(run, run.sql as Transaction<DB>, () => undefined)
  const withheld = await withheldAmong(
    run.sql,
    [...taken.values()].map(({ id }) => id),
    writing,
  )
  const looking = { writing, rows: known, people: run.people, verdicts: run.verdicts, taken, withheld }
  const people: Person[] = []
  const checks = new Map<SourceRow, Checked<unknown>>()
  for (const unit of units) {
    for (const person of await decideWho(looking, unit)) {
      people.push(person)
      for (const [row, checked] of await checkHistory(person, known)) checks.set(row, checked)
    }
    await setImmediate()
  }
  return { people, known, checks }
}

function* keysOf(patients: readonly PatientRows[]): Generator<readonly [string, string]> {
  for (const { key, ofPatient, referrals } of patients) {
    if (key !== null) yield ['patient', key]
    for (const row of ofPatient) yield [row.sheet.record, row.key]
    for (const referral of referrals) {
      yield ['referral', referral.key]
      for (const row of referral.records) yield [row.sheet.record, row.key]
    }
  }
}

const writingOf = (run: Run, sql: Transaction<DB>, trace: (trace: Trace) => void): StaffWriting => ({
  ...{ sql, userId: run.userId, requestId: run.requestId, command, trace },
  // An import shows nothing to anybody, notifies nobody, and has no session in which a reason for access was given.
  sessionId: 0,
  worksAs: { clinicianId: null, teamMemberId: null },
  looksAt: () => undefined,
  bankHolidayOn: () => null,
})

/** Ends the transaction of a dry run. */
class RolledBack extends Error {}

interface Written {
  outcomes: Outcome[]
  pairs: number
}

const attempts = 4

/** Writes a batch, and repeats it if other writers were in its way. A failed attempt stores nothing. */
export const writeBatch = async (run: Run, prepared: Prepared): Promise<Written> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await writeOnce(run, prepared)
    } catch (error) {
      if (attempt === attempts || !isPassing(error)) throw error
    }
  }
}

/**
 * Writes a batch in one transaction. The audit trail gets one event for each patient, so that one patient's events can
 * be read without the others. A dry run does the same and rolls it back.
 */
const writeOnce = async (run: Run, { people, known, checks }: Prepared): Promise<Written> => {
  const outcomes: Outcome[] = []
  let pairs = 0
  await transact(run.sql, async (sql) => {
    const traces = new Map<number, Required<Pick<Trace, 'pathwayIds' | 'records'>>>()
    const trace = ({ patientIds = [], pathwayIds = [], records = [] }: Trace): void => {
      const [patientId, other] = patientIds
      if (patientId === undefined || other !== undefined)
        throw new Error('An event of an import is of one patient')
      const gathered = traces.get(patientId) ?? { pathwayIds: [], records: [] }
      traces.set(patientId, gathered)
      gathered.pathwayIds.push(...pathwayIds)
      gathered.records.push(...records)
    }
    const writing = writingOf(run, sql, trace)
    const made: { row: SourceRow; recordId: number }[] = []
    pairs = (await registerPeople(writing, people, run.isDryRun)).pairs
    for (const person of people) {
      const outcome = outcomeOf(person, known)
      if (outcome === null) continue
      outcomes.push(outcome)
      if (['added', 'linked'].includes(outcome.how)) made.push({ row: outcome.row, recordId: person.id })
    }
    const { verdicts } = run
    const placed = await addHistories({ writing, verdicts, known, checks, outcomes, made }, people)
    await place(writing, placed)
    await storeKnownRows(sql, run.userId, made)
    await appendEvents(run, sql, traces)
    if (run.isDryRun) throw new RolledBack()
  }).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
  return { outcomes, pairs }
}

const outcomeOf = ({ rows: { row }, how, faults }: Person, known: KnownRows): Outcome | null => {
  if (row === null) return null
  if (how === 'new') return { row, how: 'added', faults: [] }
  if (how === 'linked') return { row, how: 'linked', faults: [] }
  return how === 'refused' ? refused(row, faults) : broughtBefore(known, row)
}

/** Updates stages and tasks by the rules of every save. */
const place = async (writing: StaffWriting, placed: readonly ToPlace[]): Promise<void> => {
  if (placed.length === 0) return
  const { sql, userId } = writing
  await updateStage(
    writing,
    placed.map(({ pathwayId }) => pathwayId),
  )
  const fresh = new Map(
    placed.flatMap(({ pathwayId, patientId, isNew }) => (isNew ? [[pathwayId, patientId] as const] : [])),
  )
  const { records = [] } = await settleTasksOf(sql, [...fresh.keys()], userId)
  for (const record of records) {
    // Every task of a new referral is new, and names the referral.
    const patientId = fresh.get(Number(record.after?.['pathway_id']))
    if (patientId === undefined) throw new Error('A task of no referral of this import')
    writing.trace({ patientIds: [patientId], records: [record] })
  }
  for (const { pathwayId, patientId, isNew } of placed)
    if (!isNew) {
      const settled = await settleTasksOf(sql, [pathwayId], userId)
      writing.trace({ ...settled, patientIds: [patientId] })
    }
}

const appendEvents = async (
  { userId, role, requestId, source, files }: Run,
  sql: Transaction<DB>,
  traces: ReadonlyMap<number, Pick<Trace, 'pathwayIds' | 'records'>>,
): Promise<void> => {
  const events = [...traces].map(([patientId, { pathwayIds, records }]) =>
    eventRow({
      kind: 'write',
      action: command,
      status: 200,
      userId,
      sessionId: null,
      role,
      requestId,
      address: null,
      criteria: { source, files },
      patientIds: [patientId],
      pathwayIds: [...new Set(pathwayIds)],
      records: records ?? [],
    }),
  )
  if (events.length > 0) await sql.executeQuery(CompiledQuery.raw(insertEvents, [JSON.stringify(events)]))
}
