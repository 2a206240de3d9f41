-- The monthly national return of community services (decision 161): its codes beside the rows of lists, and a copy of what was made.
-- A code is sent only with a note of where it was read.
alter table referrer add column csds_code text not null default '', add column csds_source text not null default '';
alter table declined_referral add column csds_code text not null default '', add column csds_source text not null default '';
alter table discharge_reason add column csds_code text not null default '', add column csds_source text not null default '';
alter table location add column csds_code text not null default '', add column csds_source text not null default '';

create table csds_submission (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  -- A check keeps no rows.
  kind text not null check (kind in ('check', 'primary', 'refresh')),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed')),
  failure text,
  attempt integer not null default 0,
  asked_at timestamptz not null,
  queued_at timestamptz not null,
  beat_at timestamptz,
  ended_at timestamptz,
  expires_at timestamptz not null,
  -- Of each table: rows, refused rows, filled fields.
  tables jsonb,
  -- Of each rule: how many records, and the first of them by number.
  findings jsonb,
  -- What was counted a second time.
  counts jsonb,
  -- Of a refresh: what differs from the primary.
  differences jsonb,
  -- Of all rows in their order.
  sha256 text,
  check ((state = 'failed') = (failure is not null))
);
create index csds_submission_by_month on csds_submission (month, id);

create table csds_file (
  submission_id bigint not null references csds_submission on delete cascade,
  place integer not null,
  table_name text not null,
  row_count integer not null,
  -- Whose records it shows.
  patient_ids bigint[] not null,
  -- Lines of the table, compressed and sealed with the installation's key.
  sealed bytea not null,
  primary key (submission_id, place)
);
