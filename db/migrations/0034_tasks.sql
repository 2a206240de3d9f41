-- What has to be done for an open referral by a day (docs/owners.md, decision 54).
create table task (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  pathway_id bigint not null references pathway,
  -- 'manual', or the kind that opened it by itself (server/tasks/automaticKinds.ts)
  kind text not null default 'manual' check (kind <> ''),
  -- What opened it, in the words of its kind: one task for each cause, ever.
  cause text,
  due_date date not null,
  text text not null check (text <> ''),
  -- Null: whoever owns the referral.
  clinician_id bigint references clinician,
  closed_at timestamptz,
  closed_how text check (closed_how in ('person', 'cause')),
  closed_by bigint references app_user,
  closed_note text,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user,
  check ((kind = 'manual') = (cause is null)),
  check ((closed_at is null) = (closed_how is null)),
  check (closed_how is not distinct from 'person' or (closed_by is null and closed_note is null)),
  -- A closed automatic task does not come back, so it says why.
  check (kind = 'manual' or closed_how is distinct from 'person' or closed_note is not null),
  unique (pathway_id, kind, cause)
);
create index open_task_by_pathway on task (pathway_id) where closed_at is null;
create index open_task_by_due on task (due_date) where closed_at is null;
create index open_task_by_clinician on task (clinician_id) where closed_at is null;

-- Tasks that are to be done: a closed referral has none. Its own owner, else whoever owns the referral, else nobody.
create view open_task as
  select task.id, task.version, task.pathway_id, open_owner.patient_id, task.kind, task.due_date, task.text,
    task.clinician_id, coalesce(present.id, open_owner.owner_id) as owner_id,
    coalesce(present.display_name, open_owner.owner_name) as owner_name
  from task
  join open_owner on open_owner.pathway_id = task.pathway_id
  left join clinician_in_service as present on present.id = task.clinician_id
  where task.closed_at is null;
grant select on open_task to surefoot_app;

-- Team Leads may leave out the weekly mail about what is long late.
alter table app_user add without_late_mail boolean not null default false;
