-- How long records are kept, what keeps one longer, and what was destroyed (trust PR-2, decision 78).

-- NHS Records Management Code of Practice: never shorter than here, longer where the service says so.
create table retention_rule (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  code text not null unique check (code in ('adult', 'young')),
  title text not null check (title <> ''),
  -- from the last day in the record, or from birth
  years_at_least integer not null,
  years integer not null check (years >= years_at_least and years <= 100),
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
insert into retention_rule (code, title, years_at_least, years) values
  ('adult', 'Adult health record: years after the last discharge, death or other day in the record', 8, 8),
  ('young', 'Last seen under 18: also until this birthday', 26, 26);
revoke insert, delete on retention_rule from surefoot_app;

-- Why a record is kept beyond its time. Ended holds stay, until the record itself goes.
create table retention_hold (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  patient_id bigint not null references patient,
  kind text not null check (kind in ('legal', 'longer')),
  reason text not null check (reason <> ''),
  ended_at timestamptz,
  ended_by bigint references app_user,
  ended_note text check (ended_note <> ''),
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user,
  check ((ended_at is null) = (ended_note is null)),
  check ((ended_at is null) = (ended_by is null))
);
create index retention_hold_by_patient on retention_hold (patient_id, id);
revoke delete on retention_hold from surefoot_app;

-- A decision to destroy a record and, once it is done, its certificate: the number of the patient and no fact of theirs. It
-- refers to no row that goes.
create table destruction (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  patient_id bigint not null,
  reason text not null check (reason <> ''),
  last_day date not null,
  due_day date not null,
  decided_at timestamptz not null default clock_timestamp(),
  decided_by bigint not null references app_user,
  withdrawn_at timestamptz,
  withdrawn_by bigint references app_user,
  confirmed_at timestamptz,
  -- somebody else than who decided
  confirmed_by bigint references app_user,
  -- rows by table
  counts jsonb,
  documents integer,
  -- of all rows and documents together, to know a copy of what was destroyed by
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user,
  check (withdrawn_at is null or confirmed_at is null),
  check ((withdrawn_at is null) = (withdrawn_by is null)),
  check (num_nonnulls(confirmed_at, confirmed_by, counts, documents, sha256) in (0, 5)),
  check (confirmed_by is distinct from decided_by)
);
create unique index destruction_of_patient on destruction (patient_id) where withdrawn_at is null;
revoke update, delete on destruction from surefoot_app;
grant update (withdrawn_at, withdrawn_by, version, updated_at, updated_by) on destruction to surefoot_app;

-- What the application may not do by itself: no row that leads to a patient can be deleted by it, but for those that move, such
-- as the lists a referral stands on and the concerns of an assessment.
do $$
declare
  of_patients text;
begin
  foreach of_patients in array array['patient', 'next_of_kin', 'pathway', 'bmi', 'frat', 'wellbeing', 'treatment_plan', 'exercise',
    'exercise_attendance', 'followup', 'equipment_assessment', 'onward_referral', 'no_plan_decision', 'stage_transition', 'task',
    'patient_flag', 'capacity_assessment', 'patient_contact'] loop
    execute format('revoke delete on %I from surefoot_app', of_patients);
  end loop;
end
$$;

-- Deletes rows with everything that refers to them, from the foreign keys as they are now, and answers how many of each table.
-- `picked` is a condition on the rows of `target`, made here and of no text from outside.
create function destroy_rows(target regclass, picked text) returns jsonb
  language plpgsql set search_path = public, pg_temp as $$
declare
  key record;
  counts jsonb := '{}';
  gone bigint;
begin
  for key in
    select source.oid::regclass as source, near.attname as column_name, far.attname as key_name
    from pg_constraint
    join pg_class as source on source.oid = conrelid
    join pg_attribute as near on near.attrelid = conrelid and near.attnum = conkey[1]
    join pg_attribute as far on far.attrelid = confrelid and far.attnum = confkey[1]
    where contype = 'f' and confrelid = target and conrelid <> target
    order by source.relname
  loop
    counts := added_counts(counts,
      destroy_rows(key.source, format('%I in (select %I from %s where %s)', key.column_name, key.key_name, target, picked)));
  end loop;
  execute format('delete from %s where %s', target, picked);
  get diagnostics gone = row_count;
  return added_counts(counts, case when gone = 0 then '{}' else jsonb_build_object(target::text, gone) end);
end
$$;

create function added_counts(one jsonb, other jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, count), '{}')
  from (select key, sum(value::bigint) as count
    from (select * from jsonb_each_text(one) union all select * from jsonb_each_text(other)) as each group by key) as summed
$$;

-- A checksum of each row that destroy_rows would delete; a file counts by its own.
create function row_sums(target regclass, picked text) returns setof text
  language plpgsql set search_path = public, pg_temp as $$
declare
  key record;
  columns text;
begin
  select string_agg(case when type.typname = 'bytea' then format('sha256(%I) as %1$I', attname) else quote_ident(attname) end, ', '
    order by attnum)
  into columns
  from pg_attribute join pg_type as type on type.oid = atttypid
  where attrelid = target and attnum > 0 and not attisdropped;
  return query execute format(
    'select encode(sha256(convert_to(%L || to_jsonb(each)::text, ''UTF8'')), ''hex'') from (select %s from %s where %s) as each',
    target::text, columns, target, picked);
  for key in
    select conrelid::regclass as source, near.attname as column_name, far.attname as key_name
    from pg_constraint
    join pg_attribute as near on near.attrelid = conrelid and near.attnum = conkey[1]
    join pg_attribute as far on far.attrelid = confrelid and far.attnum = confkey[1]
    where contype = 'f' and confrelid = target and conrelid <> target
  loop
    return query select * from row_sums(key.source,
      format('%I in (select %I from %s where %s)', key.column_name, key.key_name, target, picked));
  end loop;
end
$$;
revoke all on function destroy_rows(regclass, text), row_sums(regclass, text) from public;

-- Asks for a word of a name among the terms of migration 0045.
create function name_query(word text) returns tsquery language sql immutable as $$
  select ('''' || replace(replace('n:' || word, '\', '\\'), '''', '''''') || '''')::tsquery
$$;

-- Destroys the record of one decision, as the owner: the application itself may delete nothing of a patient. Everything that has to
-- hold is looked at here again, so that no mistake outside can destroy a record that two people did not decide on.
create function destroy_record(of_destruction bigint, by_user bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  decision destruction;
  gone patient;
  destroyed jsonb;
  files integer;
  checksum text;
  words text[];
begin
  select * into decision from destruction where id = of_destruction for update;
  if decision.id is null or decision.withdrawn_at is not null or decision.confirmed_at is not null then
    raise exception 'No such decision' using errcode = 'SF001';
  end if;
  if by_user is null or by_user = decision.decided_by then
    raise exception 'A second person has to confirm' using errcode = 'SF002';
  end if;
  select * into gone from patient where id = decision.patient_id for update;
  if gone.id is null then
    raise exception 'No such patient' using errcode = 'SF001';
  end if;
  perform from pathway where patient_id = gone.id order by id for update;
  if exists (select from retention_hold where patient_id = gone.id and ended_at is null) then
    raise exception 'The record is held' using errcode = 'SF003';
  end if;
  if exists (select from subject_request where patient_id = gone.id and released_at is null and closed_at is null) then
    raise exception 'A request to see the record is open' using errcode = 'SF004';
  end if;
  if exists (select from work_list where patient_id = gone.id) then
    raise exception 'A referral is open' using errcode = 'SF005';
  end if;
  select encode(sha256(convert_to(coalesce(string_agg(sum, ',' order by sum), ''), 'UTF8')), 'hex') into checksum
  from row_sums('patient', format('id = %s', gone.id)) as sum;
  select count(*) into files from document join pathway on pathway.id = document.pathway_id where pathway.patient_id = gone.id;
  -- Files outside the database go after the commit: they are noted as belonging to no document, which they then do not.
  insert into document_pending (stored_name, stored_in, begun_at)
  select stored_name, stored_in, clock_timestamp() - interval '1 day'
  from document join pathway on pathway.id = document.pathway_id
  where pathway.patient_id = gone.id and document.stored_in <> 'postgres';
  words := words_of(name_in_words(gone.family_name)) || words_of(name_in_words(coalesce(gone.first_name, '')));
  destroyed := destroy_rows('patient', format('id = %s', gone.id));
  -- Words of names that nobody else has. Nobody may add one meanwhile and find it there.
  lock table name_word in share row exclusive mode;
  delete from name_word where word = any(words) and not exists (
    select from patient where is_active and search_terms @@ name_query(name_word.word))
    and not exists (select from patient where not is_active and search_terms @@ name_query(name_word.word));
  update destruction set confirmed_at = clock_timestamp(), confirmed_by = by_user, counts = destroyed, documents = files,
    sha256 = checksum, version = version + 1, updated_at = clock_timestamp(), updated_by = by_user
  where id = decision.id;
end
$$;
revoke all on function destroy_record(bigint, bigint) from public;
grant execute on function destroy_record(bigint, bigint) to surefoot_app;
