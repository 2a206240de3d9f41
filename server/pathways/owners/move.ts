import { sql as raw } from 'kysely'
import { ValidationProblem } from '../../platform/errors.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { pathwayOwnerTable } from './columns.ts'

export interface NewOwner {
  /** Null moves the referrals to Unowned. */
  clinicianId: number | null
  /** Undefined keeps the team of each. */
  teamId?: number | null | undefined
}

interface Moved {
  id: number
  version: number
  pathwayId: number
  patientId: number
  isNew: boolean
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/**
 * Makes a clinician, or nobody, the owner of open referrals that the caller has locked. Uses one statement, however
 * many there are, and writes only what changes.
 */
export const moveReferrals = async (
  writing: Writing,
  pathwayIds: readonly number[],
  { clinicianId, teamId }: NewOwner,
): Promise<void> => {
  const keepsTeam = teamId === undefined
  const { rows } = await raw<Moved>`
    with moving as (
      select pathway.id as pathway_id, pathway.patient_id, before.id as before_id,
        before.clinician_id as clinician_before, before.team_id as team_before,
        case when ${keepsTeam} then before.team_id else ${teamId ?? null}::bigint end as team_after
      from pathway left join pathway_owner as before on before.pathway_id = pathway.id
      where pathway.id = any(${pathwayIds}::bigint[])
    ), saved as (
      insert into pathway_owner (pathway_id, clinician_id, team_id, created_by, updated_by)
      select pathway_id, ${clinicianId}::bigint, team_after, ${writing.userId}::bigint, ${writing.userId}::bigint
      from moving
      where clinician_before is distinct from ${clinicianId}::bigint or team_before is distinct from team_after
      order by pathway_id
      on conflict (pathway_id) do update
        set clinician_id = excluded.clinician_id, team_id = excluded.team_id, version = pathway_owner.version + 1,
          updated_at = clock_timestamp(), updated_by = excluded.updated_by
      returning id, version, pathway_id
    )
    select saved.id, saved.version, saved.pathway_id as "pathwayId", moving.patient_id as "patientId",
      moving.before_id is null as "isNew",
      jsonb_build_object('clinician_id', moving.clinician_before, 'team_id', moving.team_before) as before,
      jsonb_build_object('clinician_id', ${clinicianId}::bigint, 'team_id', moving.team_after) as after
    from saved join moving using (pathway_id)`.execute(writing.sql)
  writing.trace({
    patientIds: rows.map(({ patientId }) => patientId),
    pathwayIds: rows.map(({ pathwayId }) => pathwayId),
    records: rows.map(({ id, version, isNew, before, after }) => {
      const changed = Object.keys(after).filter((column) => before[column] !== after[column])
      const those = (of: Record<string, unknown>) =>
        Object.fromEntries(changed.map((column) => [column, of[column]]))
      const entity = pathwayOwnerTable.entity
      return { entity, id, version, before: isNew ? null : those(before), after: those(after) }
    }),
  })
}

/** An owner must be able to act: active in the list, and with an active user if the clinician has a sign-in. */
export const requireInService = async (
  { sql }: Writing,
  clinicianId: number,
  field: string,
): Promise<void> => {
  const found = await sql
    .selectFrom('clinician_in_service')
    .select('id')
    .where('id', '=', clinicianId)
    .executeTakeFirst()
  if (found === undefined) throw new ValidationProblem({ [field]: 'Choose from the list' })
}
