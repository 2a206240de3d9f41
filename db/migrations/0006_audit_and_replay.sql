-- Who did or saw what. The application may add rows and nothing else (trust DP-1, DP-2).
create table audit_event (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  kind text not null check (kind in ('read', 'write', 'refusal', 'session')),
  action text not null,
  status integer not null,
  user_id bigint,
  session_id bigint,
  role text,
  patient_ids bigint[] not null default '{}',
  pathway_ids bigint[] not null default '{}',
  -- what was asked for: search terms, list name, never a secret
  criteria jsonb,
  -- [{ entity, id, version, before, after }]: fields that changed; `version` is what a read served
  records jsonb,
  request_id text not null,
  address text
);
create index audit_event_by_session on audit_event (session_id, id);
create index audit_event_by_user on audit_event (user_id, id);
create index audit_event_by_patient on audit_event using gin (patient_ids);
revoke all on audit_event from surefoot_app;
grant insert on audit_event to surefoot_app;

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit trail is append-only';
end
$$;
create trigger audit_event_is_append_only before update or delete or truncate on audit_event
  for each statement execute function refuse_audit_change();

-- The version of a record that a session was last shown, for saves that send none (trust DU-3).
-- Runs as the owner because the application itself may not read the trail.
create function last_served_version(of_session bigint, of_entity text, of_id text) returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select (served.record ->> 'version')::integer
  from audit_event
  cross join lateral jsonb_array_elements(audit_event.records) as served (record)
  where audit_event.session_id = of_session
    and audit_event.kind in ('read', 'write')
    and served.record ->> 'entity' = of_entity
    and served.record ->> 'id' = of_id
    and served.record ->> 'version' is not null
  order by audit_event.id desc
  limit 1
$$;
revoke all on function last_served_version(bigint, text, text) from public;
grant execute on function last_served_version(bigint, text, text) to surefoot_app;

-- Who last changed a record, and which fields, for the person whose save comes too late (trust DU-3).
create function changes_since(of_entity text, of_id text, of_patient bigint, since_version integer)
  returns table (at timestamptz, user_id bigint, fields text[])
  language sql stable security definer set search_path = public, pg_temp as $$
  select audit_event.at, audit_event.user_id,
    array(select jsonb_object_keys(coalesce(changed.record -> 'after', '{}'::jsonb)))
  from audit_event
  cross join lateral jsonb_array_elements(audit_event.records) as changed (record)
  where audit_event.patient_ids @> array[of_patient]
    and audit_event.kind = 'write'
    and changed.record ->> 'entity' = of_entity
    and changed.record ->> 'id' = of_id
    and (changed.record ->> 'version')::integer > since_version
  order by audit_event.id
$$;
revoke all on function changes_since(text, text, bigint, integer) from public;
grant execute on function changes_since(text, text, bigint, integer) to surefoot_app;

-- The reply to a create, kept so that a retry or a double click gets the first answer (trust DU-4).
create table request_replay (
  user_id bigint not null references app_user,
  key bytea not null,
  route text not null,
  body_hash bytea not null,
  expires_at timestamptz not null,
  reply jsonb,
  primary key (user_id, key)
);
create index request_replay_by_expiry on request_replay (expires_at);
