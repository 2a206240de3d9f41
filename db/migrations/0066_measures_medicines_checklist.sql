-- What is measured of a person, the review of their medicines, and the parts of a falls assessment (decision 108).

-- One row is one measure on one day: a value, or that the person was unable. Ranges stand in contract/records/measures.ts.
create table measure (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  is_active boolean not null default true,
  pathway_id bigint not null references pathway,
  measured_date date not null,
  measure text not null check (measure in (
    'timedUpAndGo', 'chairStand30', 'fiveTimesSitToStand', 'gaitSpeed', 'turn180', 'functionalReach', 'balanceStage',
    'feetTogether', 'semiTandem', 'tandem', 'oneLeg', 'bergBalance', 'fallsLastYear', 'fesI', 'shortFesI', 'confBal',
    'eqVas', 'eq5dProfile', 'swemwbsRaw', 'swemwbs', 'wemwbs', 'systolicLying', 'diastolicLying', 'pulseLying',
    'systolicStanding1', 'diastolicStanding1', 'pulseStanding1', 'systolicStanding3', 'diastolicStanding3',
    'pulseStanding3', 'clinicalFrailty', 'weight', 'height', 'fourAt', 'amts', 'moca', 'must')),
  value numeric(7, 2) check (value >= 0),
  unable boolean not null,
  aid text check (aid in ('none', 'stick', 'twoSticks', 'frame', 'rollator', 'person', 'other')),
  clinician_id bigint not null references clinician,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user,
  check (unable = (value is null))
);
create index measure_by_pathway on measure (pathway_id, measured_date, id);
grant select on measure to surefoot_reader;

create table medicines_review (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  is_active boolean not null default true,
  pathway_id bigint not null references pathway,
  assessment_date date not null,
  fall_risk_medicines text not null check (fall_risk_medicines in ('yes', 'no', 'notKnown')),
  review_asked_date date,
  review_done_date date check (review_done_date >= review_asked_date),
  reviewed_by text,
  note text,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
create index medicines_review_by_pathway on medicines_review (pathway_id, assessment_date, id);
grant select on medicines_review to surefoot_reader;

-- A part without a state is not finished.
create table falls_checklist (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  is_active boolean not null default true,
  pathway_id bigint not null references pathway,
  assessment_date date not null,
  clinician_id bigint not null references clinician,
  gait_and_balance text check (gait_and_balance in ('done', 'notNeeded', 'referred')),
  gait_and_balance_finding text,
  functional_ability text check (functional_ability in ('done', 'notNeeded', 'referred')),
  functional_ability_finding text,
  concern_about_falling text check (concern_about_falling in ('done', 'notNeeded', 'referred')),
  concern_about_falling_finding text,
  cardiovascular text check (cardiovascular in ('done', 'notNeeded', 'referred')),
  cardiovascular_finding text,
  dizziness text check (dizziness in ('done', 'notNeeded', 'referred')),
  dizziness_finding text,
  neurological text check (neurological in ('done', 'notNeeded', 'referred')),
  neurological_finding text,
  cognition_and_mood text check (cognition_and_mood in ('done', 'notNeeded', 'referred')),
  cognition_and_mood_finding text,
  delirium text check (delirium in ('done', 'notNeeded', 'referred')),
  delirium_finding text,
  vision text check (vision in ('done', 'notNeeded', 'referred')),
  vision_finding text,
  hearing text check (hearing in ('done', 'notNeeded', 'referred')),
  hearing_finding text,
  feet_and_footwear text check (feet_and_footwear in ('done', 'notNeeded', 'referred')),
  feet_and_footwear_finding text,
  continence text check (continence in ('done', 'notNeeded', 'referred')),
  continence_finding text,
  nutrition text check (nutrition in ('done', 'notNeeded', 'referred')),
  nutrition_finding text,
  alcohol text check (alcohol in ('done', 'notNeeded', 'referred')),
  alcohol_finding text,
  medicines text check (medicines in ('done', 'notNeeded', 'referred')),
  medicines_finding text,
  bone_health text check (bone_health in ('done', 'notNeeded', 'referred')),
  bone_health_finding text,
  long_term_conditions text check (long_term_conditions in ('done', 'notNeeded', 'referred')),
  long_term_conditions_finding text,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
create index falls_checklist_by_pathway on falls_checklist (pathway_id, assessment_date, id);
grant select on falls_checklist to surefoot_reader;

-- As for the other records of a patient (0051): taken out of use, never deleted by the application.
revoke delete on measure, medicines_review, falls_checklist from surefoot_app;
