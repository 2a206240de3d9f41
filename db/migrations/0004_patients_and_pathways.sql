create table patient (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  is_active boolean not null default true,
  family_name text not null check (family_name <> ''),
  family_name_key text not null collate "C",
  first_name text,
  first_name_key text not null default '' collate "C",
  gender_id bigint not null references gender,
  date_of_birth date,
  nhs_number text check (nhs_number ~ '^[0-9]{10}$'),
  nhs_number_unknown boolean not null default false,
  ethnicity_id bigint references ethnicity,
  name_prefix_id bigint references name_prefix,
  address_line1 text,
  address_line2 text,
  address_line3 text,
  town text,
  county text,
  postcode text,
  phone_home text,
  phone_work text,
  phone_mobile text,
  email text,
  registered_gp text references organisation,
  registered_gp_branch text references organisation,
  consent_refused_date date,
  -- a wall time without a date, HH:mm; 00:00 is a value (trust section 5, item 17)
  time_consent_refused text check (time_consent_refused ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  deceased_date date,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user,
  check (not (nhs_number_unknown and nhs_number is not null)),
  check (deceased_date >= date_of_birth)
);
-- one active patient per NHS number (trust CS-2)
create unique index patient_nhs_number_among_active on patient (nhs_number) where is_active;
create index patient_by_family_name on patient (family_name_key, first_name_key, id) where is_active;
create index patient_by_first_name on patient (first_name_key, family_name_key, id) where is_active;
create index patient_by_birth on patient (date_of_birth, family_name_key, first_name_key, id) where is_active;
create index patient_by_gender on patient (gender_id, family_name_key, first_name_key, id) where is_active;
create index patient_by_gp on patient (registered_gp);

create table next_of_kin (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  is_active boolean not null default true,
  patient_id bigint not null unique references patient,
  family_name text not null check (family_name <> ''),
  first_name text,
  name_prefix_id bigint references name_prefix,
  relationship text,
  phone_number text,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);

create table pathway (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  is_active boolean not null default true,
  patient_id bigint not null references patient,
  referral_date date,
  referrer_id bigint references referrer,
  referral_method_id bigint references method,
  cancel_referral_date date,
  declined_referral_id bigint references declined_referral,
  cancel_team_member_id bigint references team_member,
  discharge_date date,
  discharge_reason_id bigint references discharge_reason,
  discharge_clinician_id bigint references clinician,
  discharged_to_id bigint references discharged_to,
  consent_given boolean,
  consent_date date,
  comments text,
  general_notes text,
  vas_scale_id bigint references vas_scale,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user,
  check (cancel_referral_date is null or discharge_date is null)
);
create index pathway_by_patient on pathway (patient_id, id);

create table bmi (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  is_active boolean not null default true,
  patient_id bigint not null references patient,
  assessment_date date not null,
  bmi numeric(4, 1) not null,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
create index bmi_by_patient on bmi (patient_id, assessment_date, id);

create table frat (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  is_active boolean not null default true,
  pathway_id bigint not null references pathway,
  assessment_date date not null,
  team_member_id bigint not null references team_member,
  location_id bigint not null references location,
  frat_score integer not null check (frat_score between 0 and 5),
  discharged_to_id bigint references discharged_to,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
create index frat_by_pathway on frat (pathway_id, assessment_date, id);

create table wellbeing (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  is_active boolean not null default true,
  pathway_id bigint not null references pathway,
  assessment_date date not null,
  clinician_id bigint not null references clinician,
  location_id bigint not null references location,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
create index wellbeing_by_pathway on wellbeing (pathway_id, assessment_date, id);

create table wellbeing_concern (
  wellbeing_id bigint not null references wellbeing,
  concern_id bigint not null references concern,
  primary key (wellbeing_id, concern_id)
);

create table treatment_plan (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  is_active boolean not null default true,
  pathway_id bigint not null references pathway,
  treatment_date date not null,
  assessment_date date,
  clinician_id bigint not null references clinician,
  location_id bigint not null references location,
  patient_goals text not null check (patient_goals <> ''),
  goals_achieved_id bigint references goals_achieved,
  -- the London day on which the outcome was recorded: the plan has ended (domain section 5.2)
  goals_recorded_date date,
  goals_not_achieved_reason text,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
create index treatment_plan_by_pathway on treatment_plan (pathway_id, treatment_date, id);

create table exercise (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  is_active boolean not null default true,
  pathway_id bigint not null references pathway,
  exercise_plan_date date not null,
  clinician_id bigint not null references clinician,
  exercise_plan text not null check (exercise_plan <> ''),
  completed_date date,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user,
  check (completed_date >= exercise_plan_date)
);
create index exercise_by_pathway on exercise (pathway_id, exercise_plan_date, id);

create table exercise_attendance (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  is_active boolean not null default true,
  exercise_id bigint not null references exercise,
  attendance_date date not null,
  exercise_type_id bigint not null references exercise_type,
  location_id bigint not null references location,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
create index exercise_attendance_by_exercise on exercise_attendance (exercise_id, attendance_date, id);

create table followup (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  is_active boolean not null default true,
  pathway_id bigint not null references pathway,
  call_date date not null,
  clinician_id bigint not null references clinician,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
create index followup_by_pathway on followup (pathway_id, call_date, id);

create table equipment_assessment (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  is_active boolean not null default true,
  pathway_id bigint not null references pathway,
  equipment_id bigint not null references equipment,
  other text,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
create index equipment_assessment_by_pathway on equipment_assessment (pathway_id, id);

create table onward_referral (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  is_active boolean not null default true,
  pathway_id bigint not null references pathway,
  referral_date date not null,
  referral_clinician_id bigint not null references clinician,
  refer_to_id bigint not null references refer_to,
  referral_method_id bigint not null references method,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
create index onward_referral_by_pathway on onward_referral (pathway_id, referral_date, id);
