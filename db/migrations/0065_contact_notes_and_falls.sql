-- What was written down of each contact, which nothing changes once it is signed, and the falls of a patient (decision 107).

create table contact_note (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  is_active boolean not null default true,
  pathway_id bigint not null references pathway,
  adds_to_id bigint references contact_note,
  contact_date date not null,
  contact_type text not null check (contact_type in ('visit', 'clinic', 'call', 'letter', 'other')),
  minutes integer check (minutes between 0 and 600),
  who_was_there text,
  note text not null check (note <> ''),
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user,
  check (adds_to_id <> id),
  check (adds_to_id is null or num_nonnulls(minutes, who_was_there) = 0)
);
create index contact_note_by_pathway on contact_note (pathway_id, contact_date, id);
create index contact_note_by_note on contact_note (adds_to_id) where adds_to_id is not null;
grant select on contact_note to surefoot_reader;
-- Who wrote a note, when, and what it says stay: the application can only take it out of use and bring it back.
revoke update, delete on contact_note from surefoot_app;
grant update (is_active, version, updated_at, updated_by) on contact_note to surefoot_app;

-- One fall, or a number of them in a period: never both.
create table fall (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  is_active boolean not null default true,
  patient_id bigint not null references patient,
  fall_date date not null,
  is_about boolean,
  place text,
  activity text,
  injury text check (injury in ('none', 'minor', 'fracture', 'headInjury', 'other')),
  long_lie boolean,
  blackout boolean,
  ambulance boolean,
  fall_count integer check (fall_count between 0 and 99),
  period_from date check (period_from <= fall_date),
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user,
  check ((fall_count is null) = (period_from is null)),
  check (fall_count is null or num_nonnulls(is_about, place, activity, injury, long_lie, blackout, ambulance) = 0)
);
create index fall_by_patient on fall (patient_id, fall_date, id);
grant select on fall to surefoot_reader;
revoke delete on fall from surefoot_app;
