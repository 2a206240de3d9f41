-- Who saw a patient's record under any of the ids that it had before two records became one (trust PR-1).
create or replace function accesses_of_patient(of_patient bigint)
  returns table (at timestamptz, user_id bigint, role text, kind text, action text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select audit_event.at, audit_event.user_id, audit_event.role, audit_event.kind, audit_event.action
  from audit_event
  where audit_event.patient_ids && ids_of_person(of_patient) and audit_event.kind in ('read', 'write')
  order by audit_event.id
$$;
