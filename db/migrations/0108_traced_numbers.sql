-- What the Personal Demographics Service (PDS) said of a patient's NHS number, and answers that a save is compared with (decision 152).
alter table patient add column nhs_number_status text
  check (nhs_number_status in ('01', '02', '03', '04', '05', '06', '07', '08'));
alter table patient add column pds_checked_at timestamptz;
alter table patient add column pds_version text;
alter table patient add column pds_outcome text
  check (pds_outcome in ('found', 'superseded', 'several', 'tooMany', 'none', 'invalidated', 'refused', 'notAllowed', 'timedOut', 'slowDown', 'away'));

-- An answer of PDS, for the user who asked and for an hour: what a save is compared with, and nothing more of it.
create table pds_trace (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  asked_at timestamptz not null default clock_timestamp(),
  outcome text not null
    check (outcome in ('found', 'superseded', 'several', 'tooMany', 'none', 'invalidated', 'refused', 'notAllowed', 'timedOut', 'slowDown', 'away')),
  -- None if PDS was asked by name and date of birth.
  asked_number text,
  -- Whom PDS found.
  nhs_number text,
  family_name text,
  date_of_birth date,
  version text
);
create index pds_trace_by_age on pds_trace (asked_at);
