-- What must be seen before anything else of a patient (docs/flags.md, decision 55). Ended flags stay.
create table patient_flag (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  patient_id bigint not null references patient,
  kind text not null check (kind in ('redFlag', 'safeguarding', 'consentRefused', 'homeVisitRisk', 'interpreter',
    'reasonableAdjustment', 'preferredFormat')),
  category text,
  detail text check (detail <> ''),
  since_date date,
  action text check (action in ('emergency', 'sameDayGp', 'clinic', 'safeguardingLead')),
  review_date date not null,
  -- the kind of record in which it was found; null where it was set by itself
  source text,
  reviewed_at timestamptz,
  reviewed_by bigint references app_user,
  ended_at timestamptz,
  ended_by bigint references app_user,
  ended_note text check (ended_note <> ''),
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user,
  check ((ended_at is null) = (ended_note is null)),
  check (kind = 'redFlag' or action is null),
  check ((category is not null) = (kind in ('redFlag', 'reasonableAdjustment', 'preferredFormat'))),
  check (kind <> 'redFlag' or category in ('blackout', 'headInjury', 'newWeakness', 'cannotStand', 'chestPain', 'longLie',
    'abuse', 'moreFalls'))
);
create index patient_flag_by_patient on patient_flag (patient_id, id);
create index patient_flag_open on patient_flag (patient_id) where ended_at is null;
-- A sign that is found again while its red flag is open belongs to that one.
create unique index patient_flag_of_sign on patient_flag (patient_id, category) where kind = 'redFlag' and ended_at is null;

-- People outside the service read flags through the database's own rule too: of these kinds, and no other.
grant select on patient_flag to surefoot_reader;
alter table patient_flag enable row level security;
create policy patient_flag_staff on patient_flag to surefoot_app using (true) with check (true);
create policy patient_flag_shared on patient_flag for select to surefoot_reader
  using (kind in ('consentRefused', 'interpreter', 'reasonableAdjustment', 'preferredFormat'));

create table capacity_assessment (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  is_active boolean not null default true,
  patient_id bigint not null references patient,
  decision text not null check (decision <> ''),
  is_able boolean not null,
  assessed_date date not null,
  assessor text not null check (assessor <> ''),
  basis text not null check (basis <> ''),
  attorney text check (attorney <> ''),
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
create index capacity_assessment_by_patient on capacity_assessment (patient_id, assessed_date, id);

create table patient_contact (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  is_active boolean not null default true,
  patient_id bigint not null references patient,
  name text not null check (name <> ''),
  role text not null check (role <> ''),
  phone_number text check (phone_number <> ''),
  may_leave_message boolean,
  is_preferred boolean not null default false,
  is_emergency boolean not null default false,
  note text check (note <> ''),
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
create index patient_contact_by_patient on patient_contact (patient_id, id);

-- Whether another patient has a name like this one's is asked for every row of a list.
create index patient_of_like_name on patient (family_name_key, left(first_name_key, 1), first_name_key, date_of_birth, id)
  where is_active;
