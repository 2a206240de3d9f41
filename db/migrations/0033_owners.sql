-- Who is responsible for an open referral (docs/owners.md, decision 53).

-- Teams share the work: an open referral belongs to one, and to the first of the list where none was chosen.
create table team (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  name text not null check (name <> ''),
  is_active boolean not null default true,
  sort_order integer not null default 0,
  code text unique,
  national_code text,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
grant select on team to surefoot_reader;

-- Which row of the two lists of people a user is. One active user for each row, so that “mine” is one person's.
alter table app_user
  add clinician_id bigint references clinician,
  add team_member_id bigint references team_member;
create unique index app_user_of_clinician on app_user (clinician_id) where is_active;
create unique index app_user_of_team_member on app_user (team_member_id) where is_active;
create index app_user_by_clinician on app_user (clinician_id) where clinician_id is not null;

-- What was said last of who owns a referral; a referral without a row was never given to anybody.
create table pathway_owner (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  pathway_id bigint not null unique references pathway,
  clinician_id bigint references clinician,
  team_id bigint references team,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
create index pathway_owner_by_clinician on pathway_owner (clinician_id);

-- Clinicians who can be responsible: in use and, where somebody signs in as them, still let in. The referrals of the
-- others stand in Unowned at once, whoever makes the hand-over later.
create view clinician_in_service as
  select clinician.id, clinician.display_name
  from clinician
  where clinician.is_active
    and (not exists (select from app_user where app_user.clinician_id = clinician.id)
      or exists (select from app_user where app_user.clinician_id = clinician.id and app_user.is_active));

-- One row for each open referral: its owner, or none for one that stands in Unowned.
create view open_owner as
  select work_list.pathway_id, work_list.patient_id,
    present.id as owner_id, present.display_name as owner_name,
    recorded.clinician_id as recorded_owner_id,
    coalesce(recorded.team_id, (select id from team where is_active order by sort_order, id limit 1)) as team_id
  from work_list
  left join pathway_owner as recorded on recorded.pathway_id = work_list.pathway_id
  left join clinician_in_service as present on present.id = recorded.clinician_id;
grant select on clinician_in_service, open_owner to surefoot_app;

-- Whose open plan is under way is plainly responsible; where two plans name two people, somebody has to choose.
insert into pathway_owner (pathway_id, clinician_id)
select plan.pathway_id, min(plan.clinician_id)
from (
  select treatment_plan.pathway_id, treatment_plan.clinician_id from treatment_plan
  join work_list on work_list.pathway_id = treatment_plan.pathway_id and work_list.stage in ('inTreatment', 'inExercise')
  where treatment_plan.is_active and treatment_plan.ended_date is null
    and treatment_plan.treatment_date <= (clock_timestamp() at time zone 'Europe/London')::date
  union all
  select exercise.pathway_id, exercise.clinician_id from exercise
  join work_list on work_list.pathway_id = exercise.pathway_id and work_list.stage in ('inTreatment', 'inExercise')
  where exercise.is_active and exercise.completed_date is null
    and exercise.exercise_plan_date <= (clock_timestamp() at time zone 'Europe/London')::date
) as plan
group by plan.pathway_id
having count(distinct plan.clinician_id) = 1;
