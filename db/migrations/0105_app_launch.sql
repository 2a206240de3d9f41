-- Apps that signed-in staff open, and what an app may read for one of them (decision 150).
-- No release knows the tables that it makes rules for. Unused since version 1.0.0.
alter table fhir_client
  -- A program reads by itself; an app is used by somebody who is signed in.
  add column kind text not null default 'program' check (kind in ('program', 'app')),
  -- Where an app is sent back to, compared letter by letter.
  add column redirect_urls text[] not null default '{}',
  -- Where an app is opened from a referral.
  add column launch_url text check (launch_url ~ '^https?://'),
  drop constraint fhir_client_has_keys,
  add constraint fhir_client_has_keys check (num_nonnulls(jwks, jwks_url) = 1
    or (kind = 'app' and num_nonnulls(jwks, jwks_url) = 0)),
  add constraint fhir_client_of_kind check (case kind
    when 'app' then purpose = 'ownCare' and cardinality(redirect_urls) > 0
    else cardinality(redirect_urls) = 0 and launch_url is null end);

-- An app that was opened from a referral: which patient it is about, until the user lets it read.
create table fhir_launch (
  hash bytea primary key,
  client_id bigint not null references fhir_client,
  session_id bigint not null references user_session on delete cascade,
  patient_id bigint not null references patient on delete cascade,
  expires_at timestamptz not null
);

-- What a user let an app read, until the app fetches its token.
create table fhir_code (
  hash bytea primary key,
  client_id bigint not null references fhir_client,
  session_id bigint not null references user_session on delete cascade,
  -- The role that the user worked in; none for all of theirs.
  role_id bigint references role,
  patient_id bigint references patient on delete cascade,
  redirect_url text not null,
  -- The hash of what only the app knows (RFC 7636).
  challenge text not null,
  scopes text[] not null,
  expires_at timestamptz not null,
  -- A code that comes again ends the token that was made of it.
  used_at timestamptz
);

alter table fhir_token
  -- Of an app: it reads for this session, and for this patient if it asked for one.
  add column session_id bigint references user_session on delete cascade,
  add column role_id bigint references role,
  add column patient_id bigint references patient on delete cascade,
  add column code_hash bytea;
create index fhir_token_of_session on fhir_token (session_id);
