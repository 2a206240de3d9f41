-- What the service says by itself to other software: notices to FHIR clients, and cancelled events of calendar feeds (decision 162).
-- No release knows the tables that it makes rules for. Unused since version 1.0.0.

-- What a calendar feed showed last of each of its events, in the words it showed: an event that is no longer in the
-- clinician's diary is shown as cancelled, and one that changed has a higher sequence. No patient is among the words.
create table calendar_feed_event (
  feed_id bigint not null references calendar_feed,
  what text not null check (what in ('appointment', 'session')),
  -- Of the appointment or session, which may be gone.
  record_id bigint not null,
  sequence integer not null,
  changed_at timestamptz not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  summary text not null,
  location text not null,
  is_cancelled boolean not null,
  primary key (feed_id, what, record_id)
);
-- The second half of the UIDs of its events, which stays when the address of the service changes.
alter table calendar_feed add column uid_host text check (uid_host <> '');

-- Where a client is told of changes, and how far that is.
create table fhir_subscription (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  client_id bigint not null references fhir_client,
  endpoint text not null check (endpoint ~ '^https?://'),
  topics text[] not null check (cardinality(topics) > 0 and topics <@ array['newReferral', 'stageChange', 'discharge']),
  -- 'requested': its endpoint has not answered the first message yet. 'error': it did not answer for three days, and
  -- somebody must start it again. 'off': the endpoint said that it wants no more. Only the last two are not kept up to date.
  state text not null default 'requested' check (state in ('requested', 'active', 'paused', 'error', 'off', 'removed')),
  -- Sealed with the secret key; null until it was shown, and nothing is sent before that.
  sealed_secret bytea,
  -- The one before signs too for a day.
  sealed_secret_before bytea,
  secret_before_until timestamptz,
  -- How many events were given a number.
  events integer not null default 0,
  -- When it is sent to next. While somebody sends, until when nobody else does.
  next_at timestamptz not null default 'epoch',
  attempts integer not null default 0,
  failing_since timestamptz,
  -- Why the last attempt failed, in words that name nobody.
  problem text check (problem <> ''),
  last_success_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
create index fhir_subscription_of_client on fhir_subscription (client_id);
revoke delete on fhir_subscription from surefoot_app;

-- What a subscription is told: which referral, and never anything of it.
create table fhir_notice (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references fhir_subscription,
  pathway_id bigint not null references pathway on delete cascade,
  topic text not null check (topic in ('newReferral', 'stageChange', 'discharge')),
  happened_at timestamptz not null default clock_timestamp(),
  -- The same on every attempt.
  message_id uuid not null default gen_random_uuid(),
  -- Counts up by subscription, from the first attempt on.
  number integer,
  -- 'withheld': the client may not read it.
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'withheld')),
  settled_at timestamptz,
  constraint fhir_notice_settled check ((settled_at is null) = (state = 'waiting'))
);
create index fhir_notice_waiting on fhir_notice (subscription_id, id) where state = 'waiting';
create index fhir_notice_of_pathway on fhir_notice (pathway_id);
create index fhir_notice_settled_at on fhir_notice (settled_at) where settled_at is not null;

-- Every way of moving a referral, and of opening and closing one, ends in a row of stage_transition. An import brings
-- history, which is no news. Without a subscription this is one look at an empty table.
create function note_for_subscribers() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into fhir_notice (subscription_id, pathway_id, topic)
  select subscription.id, moved.pathway_id, moved.topic
  from (
    select id, pathway_id,
      case when from_stage is null then 'newReferral' when to_stage = 'discharged' then 'discharge' else 'stageChange' end as topic
    from arrived where command <> 'command import') as moved
  join fhir_subscription as subscription on subscription.state not in ('off', 'removed') and moved.topic = any (subscription.topics)
  join fhir_client as client on client.id = subscription.client_id and client.revoked_at is null
    and client.expires_date >= timezone('Europe/London', now())::date
  order by moved.id;
  if found then
    -- Not in a queue of its own: that of a process that was killed stays locked for a quarter of an hour.
    perform graphile_worker.add_job('sendNotices', '{}'::json, max_attempts => 1);
  end if;
  return null;
end
$$;
create trigger note_for_subscribers after insert on stage_transition
  referencing new table as arrived for each statement execute function note_for_subscribers();
