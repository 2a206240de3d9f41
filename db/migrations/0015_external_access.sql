-- External users look up one patient at a time and read what the search opened (trust AZ-5, AZ-6, section 3).

-- Patient reads of External users take this role: it may look and nothing else. The application's login is made a member
-- (server/db/grantApplication.ts); surefoot_app is not, so neither role has the other's rights. Roles belong to the whole
-- cluster; another database of it may be creating the same one right now.
do $$
begin
  if not exists (select from pg_roles where rolname = 'surefoot_reader') then
    create role surefoot_reader nologin;
  end if;
exception
  when duplicate_object or unique_violation then null;
end
$$;

grant usage on schema public to surefoot_reader;
grant select on patient, next_of_kin, pathway, stage_transition, work_list, bmi, frat, wellbeing, wellbeing_concern,
  treatment_plan, exercise, exercise_attendance, followup, equipment_assessment, onward_referral, document,
  document_content, location, declined_referral, discharged_to, discharge_reason, document_type, concern, equipment,
  exercise_type, goals_achieved, method, referrer, refer_to, vas_scale, gender, ethnicity, name_prefix, clinician,
  team_member, organisation to surefoot_reader;
-- Who recorded something, and nothing of how they sign in.
grant select (id, display_name) on app_user to surefoot_reader;

-- The pathways that may be shown to External users: consent to share was given, and nothing speaks against it (PR-4).
create view shared_pathway as
  select pathway.id, pathway.patient_id
  from pathway
  join patient on patient.id = pathway.patient_id
  where pathway.is_active and pathway.consent_given
    and patient.is_active and patient.deceased_date is null
    and patient.consent_refused_date is null and patient.time_consent_refused is null;

-- What a search of the user's own opened, for the session it was made in. The application adds rows and takes none
-- back: they end by the triggers below, and never live again.
create table external_grant (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  session_id bigint not null references user_session,
  pathway_id bigint not null references pathway,
  granted_at timestamptz not null,
  -- when the session ends at the latest
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index external_grant_of_session on external_grant (session_id, pathway_id) where ended_at is null;
create index external_grant_of_pathway on external_grant (pathway_id) where ended_at is null;
create index external_grant_of_user on external_grant (user_id) where ended_at is null;

revoke all on external_grant, shared_pathway from surefoot_app;
grant insert on external_grant to surefoot_app;
grant select on external_grant, shared_pathway to surefoot_reader;

create function end_external_grants() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'user_session' then
    update external_grant set ended_at = clock_timestamp() where ended_at is null and session_id = new.id;
  elsif tg_table_name = 'app_user' then
    update external_grant set ended_at = clock_timestamp() where ended_at is null and user_id = new.id;
  elsif tg_table_name = 'user_role' and tg_op = 'DELETE' then
    update external_grant set ended_at = clock_timestamp() where ended_at is null and user_id = old.user_id;
  elsif tg_table_name = 'user_role' then
    update external_grant set ended_at = clock_timestamp() where ended_at is null and user_id = new.user_id;
  elsif tg_table_name = 'role' then
    update external_grant set ended_at = clock_timestamp()
    where ended_at is null and user_id in (select user_id from user_role where role_id = new.id);
  elsif tg_table_name = 'pathway' then
    update external_grant set ended_at = clock_timestamp() where ended_at is null and pathway_id = new.id;
  elsif tg_table_name = 'patient' then
    update external_grant set ended_at = clock_timestamp()
    where ended_at is null and pathway_id in (select id from pathway where patient_id = new.id);
  end if;
  return null;
end
$$;

-- Any change of what a grant rests on ends it, in whichever direction: consent that is given again needs a new search.
create trigger end_external_grants after update of ended_at on user_session
  for each row when (old.ended_at is distinct from new.ended_at) execute function end_external_grants();
create trigger end_external_grants after insert or delete on user_role
  for each row execute function end_external_grants();
create trigger end_external_grants after update of profile, is_active on role
  for each row when ((old.profile, old.is_active) is distinct from (new.profile, new.is_active))
  execute function end_external_grants();
create trigger end_external_grants after update of is_active on app_user
  for each row when (old.is_active is distinct from new.is_active) execute function end_external_grants();
create trigger end_external_grants after update of is_active, consent_given, patient_id on pathway
  for each row when ((old.is_active, old.consent_given, old.patient_id)
    is distinct from (new.is_active, new.consent_given, new.patient_id))
  execute function end_external_grants();
create trigger end_external_grants
  after update of is_active, consent_refused_date, time_consent_refused, deceased_date on patient
  for each row when ((old.is_active, old.consent_refused_date, old.time_consent_refused, old.deceased_date)
    is distinct from (new.is_active, new.consent_refused_date, new.time_consent_refused, new.deceased_date))
  execute function end_external_grants();

-- For the daily clearing away; the trail keeps who saw what.
create function forget_external_grants(expired_before timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from external_grant where expires_at < expired_before
$$;
revoke all on function forget_external_grants(timestamptz) from public;
grant execute on function forget_external_grants(timestamptz) to surefoot_app;

-- Searches of an External user that found nobody, and whether too many have closed the search (trust AZ-6).
create table external_search (
  user_id bigint primary key references app_user,
  -- of the last day, oldest first
  missed timestamptz[] not null default '{}',
  -- until an administrator opens it again
  closed_at timestamptz
);
