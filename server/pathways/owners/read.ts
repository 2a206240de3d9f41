import { sql as raw, type Kysely } from 'kysely'
import {
  mostOwnedShown,
  type Caseloads,
  type Owner,
  type OwnedReferral,
} from '../../../contract/pathways/owner.ts'
import type { DB } from '../../platform/db/types.ts'
import { notFound } from '../../platform/errors.ts'
import { withFlags } from '../../patients/flags/read.ts'
import type { Reader } from '../../patients/flags/withheld.ts'
import { redFlagHeldBy, referralsHoldingRedFlags } from './redFlagHeld.ts'

export interface OwnerOf extends Owner {
  patientId: number
}

export const readOwner = async (sql: Kysely<DB>, pathwayId: number, userId: number): Promise<OwnerOf> => {
  const { rows } = await raw<OwnerOf>`
    select pathway.patient_id as "patientId", recorded.id, recorded.version,
      open_owner.pathway_id is not null as "isOpen", flagged.pathway_id is not null as "holdsRedFlag",
      coalesce(open_owner.owner_id, flagged.owner_id) as "ownerId", coalesce(open_owner.owner_name, flagged.owner_name) as owner,
      case when coalesce(open_owner.pathway_id, flagged.pathway_id) is not null
        and coalesce(open_owner.owner_id, flagged.owner_id) is null then chosen.display_name end as left,
      open_owner.team_id as "teamId", team.name as team, asking.clinician_id as "ownClinicianId"
    from pathway
    left join open_owner on open_owner.pathway_id = pathway.id
    left join lateral (${redFlagHeldBy}) as flagged on true
    left join pathway_owner as recorded on recorded.pathway_id = pathway.id
    left join clinician as chosen on chosen.id = recorded.clinician_id
    left join team on team.id = open_owner.team_id
    left join app_user as asking on asking.id = ${userId}
    where pathway.id = ${pathwayId} and pathway.is_active`.execute(sql)
  const owner = rows[0]
  if (owner === undefined) throw notFound()
  return owner
}

/** All clinicians who could be given a referral, and all who still have one. */
export const readCaseloads = async (sql: Kysely<DB>): Promise<Caseloads> => {
  const { rows: caseloads } = await raw<Caseloads['caseloads'][number]>`
    select clinician.id as "clinicianId", clinician.display_name as name, present.id is not null as "isInService",
      coalesce(referrals.count, 0) as referrals, coalesce(tasks.count, 0) as tasks
    from clinician
    left join clinician_in_service as present on present.id = clinician.id
    left join (
      select recorded_owner_id as id, count(*) from (
        select recorded_owner_id from open_owner
        union all select recorded_owner_id from (${referralsHoldingRedFlags}) as held) as owned
      group by 1) as referrals on referrals.id = clinician.id
    left join (select clinician_id as id, count(*) from open_task group by 1) as tasks on tasks.id = clinician.id
    where present.id is not null or referrals.count > 0 or tasks.count > 0
    order by (present.id is null) desc, clinician.sort_order, clinician.display_name, clinician.id`.execute(
    sql,
  )
  const { rows } = await raw<{ unowned: number }>`
    select count(*) as unowned from open_owner where owner_id is null`.execute(sql)
  return { unowned: rows[0]?.unowned ?? 0, caseloads }
}

/** @param clinicianId null for the referrals that nobody owns */
export const readOwnedReferrals = async (
  sql: Kysely<DB>,
  clinicianId: number | null,
  reader: Reader,
): Promise<{ total: number; rows: OwnedReferral[] }> => {
  const whose =
    clinicianId === null
      ? raw`open_owner.owner_id is null`
      : raw`open_owner.recorded_owner_id = ${clinicianId}`
  const { rows } = await raw<Omit<OwnedReferral, 'flags'> & { total: number }>`
    select count(*) over () as total, listed.patient_id as "patientId", listed.pathway_id as "pathwayId",
      listed.family_name as "familyName", listed.first_name as "firstName", listed.name_prefix as "namePrefix",
      listed.nhs_number as "nhsNumber", listed.date_of_birth as "dateOfBirth", listed.gender, listed.postcode,
      listed.referral_date as "referralDate", listed.referrer, listed.registered_gp as "registeredGP",
      listed.deceased, listed.stage, listed.since, team.name as team,
      case when open_owner.owner_id is null then chosen.display_name end as left
    from open_owner
    join work_list as listed using (pathway_id)
    left join team on team.id = open_owner.team_id
    left join clinician as chosen on chosen.id = open_owner.recorded_owner_id
    where ${whose}
    order by listed.since nulls first, listed.pathway_id
    limit ${mostOwnedShown}`.execute(sql)
  const shown = rows.map(({ total: _, ...row }) => row)
  return { total: rows[0]?.total ?? 0, rows: await withFlags(sql, shown, reader) }
}
