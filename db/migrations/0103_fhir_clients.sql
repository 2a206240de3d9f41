-- Other software that reads the record as FHIR, and the tokens it reads with (decision 148).
create table fhir_client (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  -- What the software calls itself when it asks for a token.
  client_id text not null unique check (client_id ~ '^[a-z0-9-]{8,64}$'),
  name text not null check (name <> ''),
  organisation text not null check (organisation <> ''),
  contact text not null check (contact <> ''),
  purpose text not null check (purpose in ('ownCare', 'sharedCare', 'governance')),
  -- Only referrals that this team looks after; none for all that the purpose allows.
  team_id bigint references team,
  -- The FHIR resource types that it may read.
  types text[] not null check (cardinality(types) > 0),
  -- Its public keys, or the address where it publishes them.
  jwks jsonb,
  jwks_url text check (jwks_url ~ '^https?://'),
  expires_date date not null,
  -- Information Governance agreed to what the row says now; a later change takes this back.
  approved_at timestamptz,
  approved_by bigint references app_user,
  revoked_at timestamptz,
  revoked_by bigint references app_user,
  -- When it last got a token.
  last_used_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user,
  constraint fhir_client_has_keys check (num_nonnulls(jwks, jwks_url) = 1),
  constraint fhir_client_approved check ((approved_at is null) = (approved_by is null)),
  constraint fhir_client_revoked check ((revoked_at is null) = (revoked_by is null))
);
revoke delete on fhir_client from surefoot_app;

-- Signed requests for a token that were accepted: each is taken once (RFC 7523). Kept until it would be refused as too old.
create table fhir_assertion (
  client_id bigint not null references fhir_client,
  jti_hash bytea not null,
  expires_at timestamptz not null,
  primary key (client_id, jti_hash)
);

create table fhir_token (
  hash bytea primary key,
  client_id bigint not null references fhir_client,
  -- As granted, such as 'system/Patient.rs'.
  scopes text[] not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null
);
create index fhir_token_of_client on fhir_token (client_id);

-- As in 0047, with what a FHIR client read.
create or replace function audit_events_asked(question text, subject bigint, actions text[], first_day date, last_day date, most integer)
  returns table (id bigint, at timestamptz, kind text, action text, status integer, user_id bigint, role text,
    patient_id bigint, patients integer, criteria jsonb, address text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute format('
    select id, at, kind, action, status, user_id, role, patient_ids[1], cardinality(patient_ids), criteria, address
    from audit_event
    where %s and at >= london_day($3) and at < london_day($4 + 1)
    order by id desc limit $5',
    case question
      when 'patient' then 'patient_ids && ids_of_person($1)'
      when 'user' then 'user_id = $1'
      when 'client' then 'criteria @> jsonb_build_object(''fhirClient'', $1)'
      when 'refused' then 'kind = ''refusal'''
      when 'exports' then 'action = any ($2) and kind <> ''refusal'''
    end)
    using subject, actions, first_day, last_day, most;
end
$$;

-- Events of the audit trail in order, for information governance.
create function audit_events_listed(of_ids bigint[], of_patient bigint, from_at timestamptz, until_at timestamptz,
    after_id bigint, most integer)
  returns table (id bigint, at timestamptz, kind text, action text, status integer, user_id bigint, role text,
    patient_ids bigint[], criteria jsonb, address text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute format('
    select id, at, kind, action, status, user_id, role, patient_ids, criteria, address from audit_event
    where true%s%s%s%s%s order by id limit $6',
    case when of_ids is not null then ' and id = any ($1)' end,
    case when of_patient is not null then ' and patient_ids && ids_of_person($2)' end,
    case when from_at is not null then ' and at >= $3' end,
    case when until_at is not null then ' and at < $4' end,
    case when after_id is not null then ' and id > $5' end)
    using of_ids, of_patient, from_at, until_at, after_id, most;
end
$$;
revoke all on function audit_events_listed(bigint[], bigint, timestamptz, timestamptz, bigint, integer) from public;
grant execute on function audit_events_listed(bigint[], bigint, timestamptz, timestamptz, bigint, integer) to surefoot_app;

-- What clients of shared care may see is what External users may (0015, 0059). A view of its own, because the application itself
-- does not read what is shared with External users.
create view client_shared_pathway as select id, patient_id from shared_pathway;
revoke all on client_shared_pathway from surefoot_app;
grant select on client_shared_pathway to surefoot_app;
