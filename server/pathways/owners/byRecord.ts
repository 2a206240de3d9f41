import { sql as raw } from 'kysely'
import { anyOf, parameter, prepare } from '../../platform/db/query/compileOnce.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { moveReferrals } from './move.ts'

const readUnowned = prepare(
  'read unowned of who saves',
  raw<{ pathwayId: number }>`
    select open_owner.pathway_id as "pathwayId"
    from clinician_in_service as present
    join open_owner on open_owner.pathway_id = ${anyOf(1, 'bigint')} and open_owner.owner_id is null
    where present.id = ${parameter(2, 'bigint')}`,
)

/**
 * Makes a user who records their own work the owner of a referral that nobody owns: the new record names the person who
 * saves it. Never takes a referral from an owner. The caller has locked the referral.
 */
export const ownByRecord = async (
  writing: Writing,
  pathwayIds: readonly number[],
  record: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const { clinicianId, teamMemberId } = writing.worksAs
  if (clinicianId === null || pathwayIds.length === 0) return
  const isOwn =
    [record['clinician_id'], record['referral_clinician_id']].includes(clinicianId) ||
    (teamMemberId !== null && record['team_member_id'] === teamMemberId)
  if (!isOwn) return
  const rows = await readUnowned(writing.sql, pathwayIds, clinicianId)
  for (const { pathwayId } of rows) await moveReferrals(writing, [pathwayId], { clinicianId })
}
