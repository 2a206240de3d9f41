-- Whoever brings in what another system had has not treated anybody: an import is no part in the care (0059 has the function's own reasons).
create or replace function has_part_in_care(of_user bigint, of_patient bigint, care_days integer) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from app_user
    join pathway_owner on pathway_owner.clinician_id = app_user.clinician_id and pathway_owner.updated_at < now()
    join pathway on pathway.id = pathway_owner.pathway_id
    where app_user.id = of_user and pathway.patient_id = of_patient)
  or exists (
    select from audit_event
    where patient_ids @> array[of_patient] and cardinality(patient_ids) = 1 and user_id = of_user and kind = 'write'
      and action not in ('POST /api/restriction/save', 'POST /api/restriction/end', 'POST /api/restrictedAccess/review',
        'command import')
      and at >= london_day((now() at time zone 'Europe/London')::date - care_days))
$$;
