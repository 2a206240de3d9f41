-- Who has a part in the care of many patients is asked once for all of them: a list of a thousand restricted records read the audit
-- trail a thousand times. And one place says which events are no care.

-- What needed no reason itself, and what another system did, is no part in the care.
create function is_no_care(action text) returns boolean language sql immutable parallel safe
return action in ('POST /api/restriction/save', 'POST /api/restriction/end', 'POST /api/restrictedAccess/review', 'command import');

-- Of which of these patients the user has a part in the care: as has_part_in_care (0059, 0060), which stays for the release before
-- this one.
create function in_care_of(of_user bigint, of_patients bigint[], care_days integer) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select pathway.patient_id
  from app_user
  join pathway_owner on pathway_owner.clinician_id = app_user.clinician_id and pathway_owner.updated_at < now()
  join pathway on pathway.id = pathway_owner.pathway_id
  where app_user.id = of_user and pathway.patient_id = any (of_patients)
  union
  select patient_ids[1] from audit_event
  where kind = 'write' and cardinality(patient_ids) = 1 and user_id = of_user and patient_ids[1] = any (of_patients)
    and at >= london_day((now() at time zone 'Europe/London')::date - care_days) and not is_no_care(action)
$$;

create or replace function withheld_records(of_user bigint, of_session bigint, of_patients bigint[], care_days integer)
  returns setof bigint language sql stable as $$
  with restricted as materialized (
    select distinct restriction.patient_id
    from patient_restriction as restriction
    where restriction.patient_id = any (of_patients) and restriction.ended_at is null
      and not exists (
        select from restricted_access as access
        where access.patient_id = restriction.patient_id and access.user_id = of_user and access.session_id = of_session
          and access.expires_at > now())
  )
  select patient_id from restricted
  where patient_id not in (
    select in_care_of(of_user, array(select patient_id from restricted), care_days))
$$;

-- Who changed something of which patient, for unusual reading: the same changes are care there.
create or replace function audit_writings(first_day date, last_day date)
  returns table (user_id bigint, patient_id bigint)
  language sql stable rows 50000 security definer
  set search_path = public, pg_temp set work_mem = '64MB' set enable_sort = off as $$
  select distinct user_id, patient_ids[1]
  from audit_event
  where at >= london_day(first_day) and at < london_day(last_day + 1)
    and kind = 'write' and user_id is not null and cardinality(patient_ids) = 1 and not is_no_care(action)
$$;

revoke all on function in_care_of(bigint, bigint[], integer), is_no_care(text) from public;
grant execute on function in_care_of(bigint, bigint[], integer) to surefoot_app;
