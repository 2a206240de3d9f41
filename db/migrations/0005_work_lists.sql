-- One row for each open pathway, written in the transaction that moved it, carrying the columns a list shows
-- (design decision 2). `npm run verify` recomputes every row and must find no difference.
create table work_list (
  pathway_id bigint primary key references pathway,
  patient_id bigint not null references patient,
  stage text not null check (stage in ('awaitingAssessment', 'awaitingWellbeing', 'awaitingTreatment', 'inTreatment',
    'inExercise', 'awaitingFollowup', 'awaitingSecondFollowup', 'awaitingDischarge')),
  since date,
  due date,
  reason text not null,
  deceased boolean not null,
  family_name text not null,
  first_name text,
  name_prefix text,
  name_key text not null collate "C",
  nhs_number text collate "C",
  date_of_birth date,
  gender text not null,
  postcode text collate "C",
  referral_date date,
  referrer text,
  registered_gp text
);
create index work_list_by_since on work_list (stage, since, pathway_id);
create index work_list_by_due on work_list (stage, due, pathway_id);
create index work_list_by_name on work_list (stage, name_key, pathway_id);
create index work_list_by_nhs_number on work_list (stage, nhs_number, pathway_id);
create index work_list_by_birth on work_list (stage, date_of_birth, pathway_id);
create index work_list_by_gender on work_list (stage, gender collate "C", pathway_id);
create index work_list_by_postcode on work_list (stage, postcode, pathway_id);
create index work_list_by_referral_date on work_list (stage, referral_date, pathway_id);
create index work_list_by_referrer on work_list (stage, referrer collate "C", pathway_id);
create index work_list_by_gp on work_list (stage, registered_gp collate "C", pathway_id);
create index work_list_by_patient on work_list (patient_id);

-- Every change of stage; a closed pathway has left all lists, so its stage is one of the three ways to close.
create table stage_transition (
  id bigint generated always as identity primary key,
  pathway_id bigint not null references pathway,
  from_stage text,
  to_stage text not null,
  at timestamptz not null default clock_timestamp(),
  command text not null,
  user_id bigint references app_user,
  request_id text
);
create index stage_transition_by_pathway on stage_transition (pathway_id, id);
