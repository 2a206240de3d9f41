-- Accounts that people can trust: resets, throttling, devices, second factor, messages (trust AU-4, AU-10 to AU-14).

-- The job queue's own schema; graphile-worker fills it (server/db/migrateJobs.ts).
create schema graphile_worker;

-- A first password that a command printed is worth nothing after a while (trust AU-11).
alter table app_user add column password_expires_at timestamptz;

-- Where a user has signed in from before, so that such a place keeps a way in (trust AU-10).
create table user_device (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  -- SHA-256 of the random name that the browser keeps
  hash bytea not null,
  user_agent text,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  unique (user_id, hash)
);
alter table user_session add column device_id bigint references user_device;
create index user_session_by_user on user_session (user_id, started_at);

-- Codes that let someone choose a new password, stored hashed: a link's as SHA-256, a text message's short one with the
-- password hash (trust AU-14).
create table reset_code (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  channel text not null check (channel in ('mail', 'sms')),
  hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  -- used, or voided by a newer one
  closed_at timestamptz
);
create index reset_code_open on reset_code (user_id, channel) where closed_at is null;

-- When something was asked lately, for each thing that is limited (trust AU-13, DL-3); the key is a hash.
create table call_log (
  kind text not null,
  key bytea not null,
  recent timestamptz[] not null,
  primary key (kind, key)
);

-- Attempts at a password that failed or are under way, for each account and place they come from (trust AU-10).
create table sign_in_bucket (
  key bytea primary key,
  account_key bytea not null,
  failed timestamptz[] not null default '{}',
  pending timestamptz[] not null default '{}',
  changed_at timestamptz not null
);
create index sign_in_bucket_by_account on sign_in_bucket (account_key);

-- The secret is sealed with the installation's key, which is not in the database (trust AU-12).
create table second_factor (
  user_id bigint primary key references app_user,
  sealed_secret bytea not null,
  confirmed_at timestamptz,
  -- the time step of the code used last: no code counts twice
  last_step bigint not null default 0
);

create table recovery_code (
  user_id bigint not null references app_user,
  hash bytea not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

-- Messages of a demonstration, which has no mail server: kept here instead of sent, for the administrator to read.
create table outbox_message (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null,
  subject text,
  body text not null
);
