import { sql as raw } from 'kysely'
import { anyOf, parameter, prepare } from '../../platform/db/query/compileOnce.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { moveReferrals } from './move.ts'

/** The columns in which a record names the person who did it. */
const namedIn = ['clinician_id', 'referral_clinician_id', 'team_member_id'] as const

const readUnowned = prepare(
  'read unowned of who saves',
  raw<{ pathwayId: number; clinicianId: number }>`
    select open_owner.pathway_id as "pathwayId", present.id as "clinicianId"
    from app_user
    join clinician_in_service as present on present.id = app_user.clinician_id
    join open_owner on open_owner.pathway_id = ${anyOf(1, 'bigint')} and open_owner.owner_id is null
    where app_user.id = ${parameter(2, 'bigint')}
      and (app_user.clinician_id in (${parameter(3, 'bigint')}, ${parameter(4, 'bigint')})
        or app_user.team_member_id = ${parameter(5, 'bigint')})`,
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
  const [clinician, onward, member] = namedIn.map((column) => record[column] ?? null)
  if (pathwayIds.length === 0 || (clinician === null && onward === null && member === null)) return
  const rows = await readUnowned(writing.sql, pathwayIds, writing.userId, clinician, onward, member)
  for (const { pathwayId, clinicianId } of rows) await moveReferrals(writing, [pathwayId], { clinicianId })
}
