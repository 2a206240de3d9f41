-- Who made and last changed each row that administrators keep, as on every other record.
do $$
declare
  kept text;
begin
  foreach kept in array array['location', 'declined_referral', 'discharged_to', 'discharge_reason', 'document_type',
    'concern', 'equipment', 'exercise_type', 'goals_achieved', 'method', 'referrer', 'refer_to', 'vas_scale', 'gender',
    'ethnicity', 'name_prefix', 'clinician', 'team_member', 'role', 'organisation']
  loop
    execute format('alter table %I
      add column created_at timestamptz not null default clock_timestamp(),
      add column created_by bigint references app_user,
      add column updated_at timestamptz not null default clock_timestamp(),
      add column updated_by bigint references app_user', kept);
  end loop;
end
$$;

-- Only a name must be given (specification section 5).
alter table gender alter column code set default '';
alter table ethnicity alter column code set default '';

alter table app_user
  add column created_by bigint references app_user,
  add column updated_by bigint references app_user;

-- What changed a row that belongs to no patient; the index holds only the trail's few writes of that kind.
create index audit_event_of_reference_data on audit_event (id) where kind = 'write' and patient_ids = '{}';

create function reference_changes_since(of_entity text, of_id text, since_version integer)
  returns table (at timestamptz, user_id bigint, fields text[])
  language sql stable security definer set search_path = public, pg_temp as $$
  select audit_event.at, audit_event.user_id,
    array(select jsonb_object_keys(coalesce(changed.record -> 'after', '{}'::jsonb)))
  from audit_event
  cross join lateral jsonb_array_elements(audit_event.records) as changed (record)
  where audit_event.patient_ids = '{}'
    and audit_event.kind = 'write'
    and changed.record ->> 'entity' = of_entity
    and changed.record ->> 'id' = of_id
    and (changed.record ->> 'version')::integer > since_version
  order by audit_event.id
$$;
revoke all on function reference_changes_since(text, text, integer) from public;
grant execute on function reference_changes_since(text, text, integer) to surefoot_app;
