-- Appointments with how they came out, whom a reminder may be sent to, which were sent, and calendars of clinicians (decision 112).
create table appointment (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  is_active boolean not null default true,
  pathway_id bigint not null references pathway,
  appointment_type text not null check (appointment_type in ('visit', 'clinic', 'call')),
  appointment_date date not null,
  -- By the clocks of the United Kingdom on that day.
  start_time text not null check (start_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  minutes integer not null check (minutes between 5 and 480),
  location_id bigint not null references location,
  clinician_id bigint not null references clinician,
  outcome text check (outcome in ('attended', 'attendedLate', 'tooLate', 'didNotAttend', 'wasNotBrought', 'cancelledByPatient', 'cancelledByService')),
  note text,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
create index appointment_by_pathway on appointment (pathway_id, appointment_date, id);
create index appointment_by_clinician on appointment (clinician_id, appointment_date, start_time);
create index appointment_by_location on appointment (location_id, appointment_date, start_time);
create index appointment_by_day on appointment (appointment_date);
grant select on appointment to surefoot_reader;
revoke delete on appointment from surefoot_app;

-- What the patient answered to the question of reminders. The answer of the latest day counts, and of one day the later one.
create table reminder_consent (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  is_active boolean not null default true,
  patient_id bigint not null references patient,
  asked_date date not null,
  by_text boolean not null,
  by_mail boolean not null,
  -- Somebody else hears or sees what comes to the mobile telephone: nothing is sent there.
  is_silent_number boolean not null default false,
  note text,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
create index reminder_consent_by_patient on reminder_consent (patient_id, asked_date, id);
revoke delete on reminder_consent from surefoot_app;

-- One for each day and time that an appointment had: what is moved is reminded of anew. Of a message its way alone is kept.
create table appointment_reminder (
  id bigint generated always as identity primary key,
  appointment_id bigint not null references appointment,
  appointment_date date not null,
  start_time text not null,
  channel text not null check (channel in ('text', 'mail')),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped')),
  created_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  check ((state = 'waiting') = (settled_at is null)),
  unique (appointment_id, appointment_date, start_time)
);
grant select on appointment_reminder to surefoot_reader;
revoke delete on appointment_reminder from surefoot_app;

-- The secret address of a clinician's calendar: only its hash is kept, and withdrawing takes that away.
create table calendar_feed (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  user_id bigint not null unique references app_user,
  address_hash bytea unique,
  made_at timestamptz not null default clock_timestamp()
);
revoke delete on calendar_feed from surefoot_app;

-- Asked before a discharge of somebody who missed the last appointment: whether they may be vulnerable, and what was done.
alter table pathway add column vulnerability text check (vulnerability in ('noSign', 'possible', 'known'));
alter table pathway add column vulnerability_note text;
