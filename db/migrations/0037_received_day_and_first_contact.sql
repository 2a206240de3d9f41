-- The day on which the service received a referral: the wait counts from it (docs/stages.md).
alter table pathway add received_date date;

-- What the service counts as first contact with a referred person (decision 57): one row, changed by administrators.
create table first_contact (
  id integer primary key default 1 check (id = 1),
  version integer not null default 1,
  counts_as text not null default 'frat' check (counts_as in ('frat', 'call', 'wellbeing', 'any')),
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
insert into first_contact default values;
revoke insert, delete on first_contact from surefoot_app;
