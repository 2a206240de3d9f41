import { sql as raw, type Kysely } from 'kysely'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import type { handOver } from '../../../contract/pathways/owner.ts'
import type { DB } from '../../platform/db/types.ts'
import { ValidationProblem } from '../../platform/errors.ts'
import { lockRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { moveReferrals, requireInService } from './move.ts'
import { referralsHoldingRedFlags } from './redFlagHeld.ts'

export interface Owned {
  referrals: number
  tasks: number
}

const referralsOf = (clinicianId: number) => raw`
  select pathway_id from open_owner where recorded_owner_id = ${clinicianId}
  union all select pathway_id from (${referralsHoldingRedFlags}) as held where recorded_owner_id = ${clinicianId}`

/**
 * What a clinician is responsible for, in service or not: referrals that are open, or closed with a red flag that has
 * not ended, and the clinician's own open tasks.
 */
export const countOwned = async (sql: Kysely<DB>, clinicianId: number): Promise<Owned> => {
  const { rows } = await raw<Owned>`
    select (select count(*) from (${referralsOf(clinicianId)}) as owned) as referrals,
      (select count(*) from open_task where clinician_id = ${clinicianId}) as tasks`.execute(sql)
  return rows[0] ?? { referrals: 0, tasks: 0 }
}

/**
 * Gives everything of a clinician to another, or to nobody, in one transaction. Locks their referrals first, as a save
 * of a record locks its referral before it names a clinician. Then locks the clinician's row, so that nothing can be
 * given to them between the count and the commit, and nothing is left.
 */
export const handOverAll = async (
  writing: Writing,
  { clinicianId, toClinicianId = null }: CheckedInputOf<typeof handOver>,
): Promise<Owned & { left: number }> => {
  if (clinicianId === toClinicianId) throw new ValidationProblem({ toClinicianId: 'Choose somebody else' })
  const held = await lockReferralsOf(writing, clinicianId)
  await lockRow(writing, 'clinician', clinicianId)
  if (toClinicianId !== null) await requireInService(writing, toClinicianId, 'toClinicianId')
  // What was given to them between the two locks; rarely any.
  const ids = [...held, ...(await lockReferralsOf(writing, clinicianId, held))]
  const { rows: open } = await raw<{ id: number }>`
    select pathway_id as id from (${referralsOf(clinicianId)}) as owned
    where pathway_id = any(${ids}::bigint[])`.execute(writing.sql)
  await moveReferrals(
    writing,
    open.map(({ id }) => id),
    { clinicianId: toClinicianId },
  )
  const tasks = await moveTasks(writing, clinicianId, toClinicianId)
  const left = await countOwned(writing.sql, clinicianId)
  return { referrals: open.length, tasks, left: left.referrals + left.tasks }
}

/** Locks the referrals of a clinician and those of their tasks, in the same order as every command does. */
const lockReferralsOf = async (
  writing: Writing,
  clinicianId: number,
  but: readonly number[] = [],
): Promise<number[]> => {
  const { rows } = await raw<{ id: number }>`
    select pathway.id from pathway
    where pathway.id in (select pathway_id from pathway_owner where clinician_id = ${clinicianId}
        union all select pathway_id from task where clinician_id = ${clinicianId} and closed_at is null)
      and pathway.id <> all(${but}::bigint[])
    order by pathway.id for update`.execute(writing.sql)
  return rows.map(({ id }) => id)
}

const moveTasks = async (writing: Writing, from: number, to: number | null): Promise<number> => {
  const { rows } = await raw<{ id: number; version: number; pathwayId: number; patientId: number }>`
    update task set clinician_id = ${to}, version = task.version + 1, updated_at = clock_timestamp(),
      updated_by = ${writing.userId}
    from open_owner
    where open_owner.pathway_id = task.pathway_id and task.closed_at is null and task.clinician_id = ${from}
    returning task.id, task.version, task.pathway_id as "pathwayId", open_owner.patient_id as "patientId"`.execute(
    writing.sql,
  )
  writing.trace({
    patientIds: rows.map(({ patientId }) => patientId),
    pathwayIds: rows.map(({ pathwayId }) => pathwayId),
    records: rows.map(({ id, version }) => ({
      entity: 'task',
      id,
      version,
      before: { clinician_id: from },
      after: { clinician_id: to },
    })),
  })
  return rows.length
}
