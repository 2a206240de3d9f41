-- The own page of a person: links to it, visits, and what was answered there (decision 163). Unused since version 1.0.0.

-- What the page shows is read in this role: it sees the views of the page, of one person, and nothing else. The
-- application's login is made a member (server/platform/db/connection/grantApplication.ts).
do $$
begin
  if not exists (select from pg_roles where rolname = 'surefoot_person') then
    create role surefoot_person nologin;
  end if;
exception
  when duplicate_object or unique_violation then null;
end
$$;
grant usage on schema public to surefoot_person;

-- A link opens the page with a code and the date of birth. Only a keyed hash of the code is kept.
create table person_link (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  patient_id bigint not null references patient,
  -- Null: the person's own. Otherwise of somebody who acts for them, by what right, and since when.
  contact_id bigint references patient_contact,
  acts_by text check (acts_by in ('consent', 'attorney', 'deputy')),
  acts_since date,
  way text not null check (way in ('text', 'mail', 'paper')),
  code_hash bytea not null unique,
  -- The code, encrypted, until its message has been handed over or, on paper, until it was used.
  code_sealed bytea,
  valid_until timestamptz not null,
  wrong_dates integer not null default 0,
  -- The one device that opened it.
  device_hash bytea,
  opened_at timestamptz,
  seen_at timestamptz,
  ended_at timestamptz,
  ended_how text check (ended_how in ('ended', 'replaced', 'guessed', 'refused')),
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user,
  constraint person_link_acts check (num_nulls(contact_id, acts_by, acts_since) in (0, 3)),
  constraint person_link_ended check ((ended_at is null) = (ended_how is null))
);
create index person_link_by_patient on person_link (patient_id, id);
revoke delete on person_link from surefoot_app;

-- A visit of the page, from signing in to signing out.
create table person_visit (
  id bigint generated always as identity primary key,
  patient_id bigint not null references patient,
  -- Null for a visit that began otherwise than by a link.
  link_id bigint references person_link,
  token_hash bytea not null unique,
  begun_at timestamptz not null,
  seen_at timestamptz not null,
  ended_at timestamptz
);
create index person_visit_of_link on person_visit (link_id) where ended_at is null;
create index person_visit_by_patient on person_visit (patient_id, id);

-- What the person, or somebody who acts for them, answered on the page. It is never changed, only settled by staff.
create table person_answer (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  pathway_id bigint not null references pathway,
  -- Null: the person. Otherwise who acted for them.
  contact_id bigint references patient_contact,
  kind text not null check (kind <> ''),
  -- As it was said; contract/care/person says what each kind has.
  told jsonb not null,
  told_at timestamptz not null,
  -- What it is about, if it is about one.
  appointment_id bigint references appointment,
  settled_at timestamptz,
  settled_by bigint references app_user,
  settled_how text check (settled_how <> ''),
  constraint person_answer_settled check ((settled_at is null) = (settled_how is null))
);
create index person_answer_by_pathway on person_answer (pathway_id, kind, id);
create index person_answer_open on person_answer (pathway_id) where settled_at is null;
create index person_answer_by_appointment on person_answer (appointment_id) where appointment_id is not null;
revoke delete on person_answer from surefoot_app;

-- Whose page is shown: set by the server for each transaction.
create function shown_person() returns bigint
  language sql stable as $$ select nullif(current_setting('surefoot.person', true), '')::bigint $$;

create view my_name with (security_barrier) as
  select patient.id, patient.first_name, patient.family_name
  from patient where patient.id = shown_person() and patient.is_active;

revoke all on my_name from surefoot_app;
grant select on my_name to surefoot_person;

alter table sent_message
  drop constraint sent_message_purpose_check,
  add constraint sent_message_purpose_check check (purpose in
    ('reminder', 'booked', 'moved', 'cancelled', 'offered', 'classEnds', 'waitEnded', 'acknowledgement', 'ownPage'));
