-- Requests of patients to see what is held of them (trust PR-1, decision 77).
create table subject_request (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  patient_id bigint not null references patient,
  asked_date date not null,
  due_date date not null,
  requester text not null check (requester <> ''),
  identity_checked text not null check (identity_checked <> ''),
  released_at timestamptz,
  released_by bigint references app_user,
  closed_at timestamptz,
  closed_by bigint references app_user,
  closed_note text check (closed_note <> ''),
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user,
  check (due_date > asked_date),
  check ((released_at is null) = (released_by is null)),
  check ((closed_at is null) = (closed_note is null)),
  check ((closed_at is null) = (closed_by is null)),
  check (released_at is null or closed_at is null)
);
create index subject_request_by_patient on subject_request (patient_id, id);
create index subject_request_open on subject_request (due_date, id) where released_at is null and closed_at is null;
revoke delete on subject_request from surefoot_app;

-- What was decided of each part of the record, and of which content: a part that changed since is decided again.
create table subject_decision (
  request_id bigint not null references subject_request,
  item text not null check (item <> ''),
  is_released boolean not null,
  reason text check (reason <> ''),
  fingerprint text not null,
  decided_at timestamptz not null default clock_timestamp(),
  decided_by bigint not null references app_user,
  primary key (request_id, item),
  check (is_released = (reason is null))
);
revoke delete on subject_decision from surefoot_app;

-- Each archive that was made: what was handed out is known by its checksum, and no copy of it is kept.
create table subject_copy (
  id bigint generated always as identity primary key,
  request_id bigint not null references subject_request,
  part integer not null check (part between 1 and parts),
  parts integer not null,
  size_bytes bigint not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  made_at timestamptz not null default clock_timestamp(),
  made_by bigint not null references app_user
);
create index subject_copy_by_request on subject_copy (request_id, id);
revoke update, delete on subject_copy from surefoot_app;

-- Who saw or changed a patient's record, oldest first, for the patient. Runs as the owner because the application itself
-- may not read the trail.
create function accesses_of_patient(of_patient bigint)
  returns table (at timestamptz, user_id bigint, role text, kind text, action text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select audit_event.at, audit_event.user_id, audit_event.role, audit_event.kind, audit_event.action
  from audit_event
  where audit_event.patient_ids @> array[of_patient] and audit_event.kind in ('read', 'write')
  order by audit_event.id
$$;
revoke all on function accesses_of_patient(bigint) from public;
grant execute on function accesses_of_patient(bigint) to surefoot_app;
