-- Views of the work lists that people save for themselves by name: a list with its filters as the address of the screen has them.
-- What is typed to find a patient by is no part of them.
create table list_view (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  is_active boolean not null default true,
  user_id bigint not null references app_user,
  name text not null check (name <> ''),
  stage text not null check (stage in ('awaitingAssessment', 'awaitingWellbeing', 'awaitingTreatment', 'inTreatment',
    'inExercise', 'awaitingFollowup', 'awaitingSecondFollowup', 'awaitingDischarge')),
  filters text not null,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
create index list_view_by_user on list_view (user_id, name) where is_active;
