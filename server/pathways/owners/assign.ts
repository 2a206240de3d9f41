import { sql as raw } from 'kysely'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import { type assignOwner, type takeReferral } from '../../../contract/pathways/owner.ts'
import { unowned } from '../../../contract/pathways/unowned.ts'
import { HttpProblem, notFound } from '../../platform/errors.ts'
import { requireActiveChoices } from '../../platform/writes/activeChoices.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { pathwayOwnerTable } from './columns.ts'
import { moveReferrals, requireInService } from './move.ts'
import { redFlagHeldBy } from './redFlagHeld.ts'

interface Standing {
  id: number
  patientId: number
  isOpen: boolean
  /** The referral is closed, and its owner is still responsible for a red flag of the patient. */
  holdsRedFlag: boolean
  ownerId: number | null
  owner: string | null
}

/** The referrals, locked for this transaction, with the owner of each. Throws 404 if one is missing or deleted. */
const lockReferrals = async (writing: Writing, pathwayIds: readonly number[]): Promise<Standing[]> => {
  const ids = [...new Set(pathwayIds)]
  const locked = await raw<{ id: number }>`
    select id from pathway where id = any(${ids}::bigint[]) and is_active order by id for update`.execute(
    writing.sql,
  )
  if (locked.rows.length !== ids.length) throw notFound()
  const { rows } = await raw<Standing>`
    select pathway.id, pathway.patient_id as "patientId", open_owner.pathway_id is not null as "isOpen",
      flagged.pathway_id is not null as "holdsRedFlag", coalesce(open_owner.owner_id, flagged.owner_id) as "ownerId",
      coalesce(open_owner.owner_name, flagged.owner_name) as owner
    from pathway
    left join open_owner on open_owner.pathway_id = pathway.id
    left join lateral (${redFlagHeldBy}) as flagged on true
    where pathway.id = any(${ids}::bigint[])`.execute(writing.sql)
  // Includes those that stay unchanged, because they were read.
  writing.trace({ patientIds: rows.map(({ patientId }) => patientId), pathwayIds: ids })
  return rows
}

const refused = (message: string) => new HttpProblem(409, 'conflict', `${message} Nothing was saved.`)

const assertOpen = (referrals: readonly Standing[]): void => {
  const closed = referrals.filter(({ isOpen, holdsRedFlag }) => !isOpen && !holdsRedFlag).length
  if (closed > 0)
    throw new HttpProblem(
      409,
      'closed-pathway',
      referrals.length === 1
        ? 'This referral is closed, so it has no owner. Nothing was saved.'
        : `${closed} of these referrals were closed in the meantime, so they have no owner. Nothing was saved.`,
    )
}

const nameOf = ({ owner }: Standing): string => owner ?? unowned

/**
 * Assigns all of the referrals or none. If one does not have the owner that the sender expects, somebody else was
 * faster.
 */
export const assignReferrals = async (
  writing: Writing,
  { pathwayIds, clinicianId = null, teamId, from }: CheckedInputOf<typeof assignOwner>,
): Promise<{ referrals: number }> => {
  const referrals = await lockReferrals(writing, pathwayIds)
  assertOpen(referrals)
  const other = from === undefined ? undefined : referrals.find(({ ownerId }) => ownerId !== from)
  if (other !== undefined)
    throw refused(
      referrals.length === 1
        ? `The owner of this referral has changed since you opened it: ${nameOf(other)}.`
        : `The owner of at least one of these referrals has changed since you opened the list: ${nameOf(other)}.`,
    )
  await requireActiveChoices(writing, pathwayOwnerTable, { team_id: teamId }, null)
  if (clinicianId !== null) await requireInService(writing, clinicianId, 'clinicianId')
  await moveReferrals(writing, pathwayIds, { clinicianId, teamId })
  return { referrals: referrals.length }
}

/** The clinician tied to a user; null if there is none. */
export const clinicianOfUser = async ({ sql, userId }: Pick<Writing, 'sql' | 'userId'>) => {
  const user = await sql
    .selectFrom('app_user')
    .select('clinician_id')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return user.clinician_id
}

/** Takes a referral from Unowned only; a Team Lead hands over a colleague's referral. */
export const takeUnowned = async (
  writing: Writing,
  { pathwayId }: CheckedInputOf<typeof takeReferral>,
): Promise<{ referrals: number }> => {
  const referrals = await lockReferrals(writing, [pathwayId])
  assertOpen(referrals)
  const clinicianId = await clinicianOfUser(writing)
  if (clinicianId === null)
    throw refused(
      'Your sign-in is not linked to a clinician, so you cannot own a referral. Ask a system administrator to link it.',
    )
  const other = referrals.find(({ ownerId }) => ownerId !== null && ownerId !== clinicianId)
  if (other !== undefined)
    throw refused(`${nameOf(other)} owns this referral. A Team Lead can give it to you.`)
  await requireInService(writing, clinicianId, 'form')
  await moveReferrals(writing, [pathwayId], { clinicianId })
  return { referrals: 1 }
}
