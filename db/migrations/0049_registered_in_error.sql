-- Patients and referrals that were registered in error: out of use, with the reason, until a Team Lead puts them back (decision 74).
create table registered_in_error (
  id bigint generated always as identity primary key,
  patient_id bigint references patient,
  pathway_id bigint references pathway,
  reason text not null check (reason <> ''),
  put_back_at timestamptz,
  put_back_by bigint references app_user,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  check ((patient_id is null) <> (pathway_id is null)),
  check ((put_back_at is null) = (put_back_by is null))
);
create unique index registered_in_error_patient on registered_in_error (patient_id) where put_back_at is null;
create unique index registered_in_error_pathway on registered_in_error (pathway_id) where put_back_at is null;
create index registered_in_error_open on registered_in_error (id) where put_back_at is null;
revoke update, delete on registered_in_error from surefoot_app;
grant update (put_back_at, put_back_by) on registered_in_error to surefoot_app;
