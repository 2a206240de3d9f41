-- Reports that people keep and have run for them, and reports that are counted while nobody waits.

-- A report with its parameters, kept by one person for themselves.
create table saved_report (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  is_active boolean not null default true,
  user_id bigint not null references app_user,
  name text not null,
  report_name text not null,
  -- a period that moves with the day of running, or 'fixed' for the two days below
  period text not null,
  date_from date,
  date_to date,
  suppress boolean not null default false,
  is_monthly boolean not null default false,
  -- the first of the month, in London, on which it runs next
  next_on date,
  -- when its monthly runs ended because its owner could no longer run it
  stopped_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user,
  check ((period = 'fixed') = (date_from is not null and date_to is not null)),
  check (is_monthly = (next_on is not null))
);
create index saved_report_by_user on saved_report (user_id) where is_active;
create index saved_report_due on saved_report (next_on) where is_active and is_monthly;

-- One counting of a report in the background, for the person who asked; gone when it expires.
create table report_run (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  report_name text not null,
  date_from date not null,
  date_to date not null,
  suppress boolean not null,
  saved_report_id bigint references saved_report,
  -- the month for which the schedule asked for it; once for each
  scheduled_for date,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed')),
  -- in words, for the person who waits
  progress text not null default '',
  failure text,
  -- how often it was begun: only the latest attempt may say anything of it
  attempt integer not null default 0,
  asked_at timestamptz not null,
  -- when it was last put on the queue
  queued_at timestamptz not null,
  -- when whoever counts it last said so
  beat_at timestamptz,
  ended_at timestamptz,
  expires_at timestamptz not null,
  -- the counted report, sealed with the installation's key for this run and this person
  sealed bytea,
  unique (saved_report_id, scheduled_for),
  check ((state = 'ready') = (sealed is not null)),
  check ((state = 'failed') = (failure is not null))
);
create index report_run_by_user on report_run (user_id, id);
create index report_run_under_way on report_run (id) where state in ('waiting', 'running');
create index report_run_by_expiry on report_run (expires_at);
