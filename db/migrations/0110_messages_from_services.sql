-- Referrals that other services send as messages, and what those services are told (decision 154).
-- No release knows the tables that it makes rules for. Unused since version 1.0.0.
alter table fhir_client
  -- Where answers to the referrals that it sends go.
  add column message_url text check (message_url ~ '^https?://'),
  drop constraint fhir_client_purpose_check,
  add constraint fhir_client_purpose_check check (purpose in ('ownCare', 'sharedCare', 'governance', 'referring')),
  add constraint fhir_client_referring check ((purpose = 'referring') = (message_url is not null));

-- What staff must know of an incoming referral that became known after they decided, or beside what the sender wrote.
alter table incoming_referral add column notice text check (notice <> '');

-- Every message about an incoming referral, as it was sent.
create table service_message (
  id bigint generated always as identity primary key,
  client_id bigint not null references fhir_client,
  incoming_referral_id bigint not null references incoming_referral on delete cascade,
  -- The sender never uses one twice: a message that comes again under it is refused.
  request_id uuid not null,
  bundle_id text not null check (bundle_id <> ''),
  event text not null check (event in ('new', 'update', 'cancel', 'repeat')),
  -- What the sender calls the request in this message, by which a later message finds the referral.
  request_names text[] not null check (cardinality(request_names) > 0),
  -- Removed with what was told.
  body jsonb,
  received_at timestamptz not null,
  unique (client_id, request_id)
);
revoke delete on service_message from surefoot_app;
create index service_message_of_referral on service_message (incoming_referral_id, id);
create index service_message_bundle on service_message (client_id, bundle_id);
create index service_message_names on service_message using gin (request_names);

-- What a sender is told about its referral: stored before it is sent.
create table sender_answer (
  id bigint generated always as identity primary key,
  incoming_referral_id bigint not null references incoming_referral on delete cascade,
  -- 'interim': accepted or declined. 'full': what became of it.
  kind text not null check (kind in ('interim', 'full')),
  -- What is said, from which the message is written.
  says jsonb not null,
  -- Identify the message and its sending, so that the receiver knows a repeat.
  bundle_id uuid not null default gen_random_uuid(),
  request_id uuid not null default gen_random_uuid(),
  -- The message as it is sent.
  body jsonb,
  -- 'dropped': the decision was undone before it was sent.
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'dropped')),
  attempts integer not null default 0,
  next_at timestamptz not null,
  -- Why the last attempt failed, in words that name nobody.
  problem text,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  settled_at timestamptz,
  constraint sender_answer_settled check ((settled_at is null) = (state = 'waiting'))
);
revoke delete on sender_answer from surefoot_app;
create index sender_answer_of_referral on sender_answer (incoming_referral_id, id);
create index sender_answer_waiting on sender_answer (next_at) where state = 'waiting';

-- Messages hold what was told, so they go when it goes.
create function forget_messages() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update service_message set body = null where incoming_referral_id = new.id and body is not null;
  update sender_answer set body = null, says = '{}' where incoming_referral_id = new.id;
  return null;
end
$$;
create trigger forget_messages after update of told on incoming_referral
  for each row when (old.told is not null and new.told is null) execute function forget_messages();
