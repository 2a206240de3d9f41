import type { Client } from 'pg'

/**
 * Links each sign-in to the clinician and team member of the same name, and assigns open referrals to the clinician who
 * last treated or assessed the patient. Every sixth referral stays in Unowned, with those of patients whom nobody has
 * seen yet.
 */
export const giveToOwners = async (client: Client): Promise<void> => {
  for (const [table, column] of [
    ['clinician', 'clinician_id'],
    ['team_member', 'team_member_id'],
  ])
    await client.query(`
      update app_user set ${column} = listed.id from ${table} as listed
      where listed.family_name = app_user.family_name and listed.first_name = app_user.first_name`)
  await client.query(`
    insert into pathway_owner (pathway_id, clinician_id)
    select listed.pathway_id, seen.clinician_id
    from work_list as listed
    cross join lateral (
      select clinician_id from (
        select clinician_id, treatment_date as day from treatment_plan where pathway_id = listed.pathway_id and is_active
        union all
        select clinician_id, exercise_plan_date from exercise where pathway_id = listed.pathway_id and is_active
        union all
        select clinician_id, assessment_date from wellbeing where pathway_id = listed.pathway_id and is_active
      ) as record
      order by day desc, clinician_id limit 1
    ) as seen
    where listed.pathway_id % 6 <> 0`)
}
