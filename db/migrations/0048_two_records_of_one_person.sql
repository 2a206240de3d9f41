-- Two records of one person: pairs that may be, what was said of them, and merges that can be undone (decisions 73 and 74).

-- Names that a patient had in this service before; a merge adds those of the other record.
create table former_name (
  id bigint generated always as identity primary key,
  patient_id bigint not null references patient,
  family_name text not null check (family_name <> ''),
  first_name text,
  family_name_key text not null collate "C",
  first_name_key text not null default '' collate "C",
  unique (patient_id, family_name_key, first_name_key)
);
create index former_name_by_key on former_name (family_name_key, first_name_key);

create function keep_former_name() returns trigger language plpgsql as $$
begin
  insert into former_name (patient_id, family_name, first_name, family_name_key, first_name_key)
  values (old.id, old.family_name, old.first_name, old.family_name_key, old.first_name_key)
  on conflict do nothing;
  return null;
end
$$;
create trigger keep_former_name after update of family_name, first_name on patient for each row
  when ((old.family_name_key, old.first_name_key) is distinct from (new.family_name_key, new.first_name_key))
  execute function keep_former_name();

-- Pairs of records that may be of one person, found by the queue, and those of which somebody said that they are not.
create table possible_duplicate (
  id bigint generated always as identity primary key,
  -- the record that was there first
  patient_id bigint not null references patient,
  other_id bigint not null references patient,
  reasons text[] not null default '{}',
  found_at timestamptz not null default clock_timestamp(),
  dismissed_at timestamptz,
  dismissed_by bigint references app_user,
  check (patient_id < other_id),
  check ((dismissed_at is null) = (dismissed_by is null)),
  unique (patient_id, other_id)
);
create index possible_duplicate_by_other on possible_duplicate (other_id);

-- In which version each patient was last compared with the others, and by which edition of the rule.
create table compared_patient (
  patient_id bigint primary key references patient,
  version integer not null,
  edition integer not null
);

-- Which record was merged into which, with all that undoing it needs. Who merged and undid what stays.
create table patient_merge (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  survivor_id bigint not null references patient,
  merged_id bigint not null references patient,
  kept jsonb not null,
  undone_at timestamptz,
  undone_by bigint references app_user,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user,
  check (survivor_id <> merged_id),
  check ((undone_at is null) = (undone_by is null))
);
create unique index patient_merge_in_force on patient_merge (merged_id) where undone_at is null;
create index patient_merge_by_survivor on patient_merge (survivor_id);
create index patient_merge_by_merged on patient_merge (merged_id);
revoke update, delete on patient_merge from surefoot_app;
grant update (version, undone_at, undone_by, updated_at, updated_by) on patient_merge to surefoot_app;

-- One next of kin that is in use: the one that a merge did not choose follows too, out of use.
alter table next_of_kin drop constraint next_of_kin_patient_id_key;
create unique index next_of_kin_patient_id_key on next_of_kin (patient_id) where is_active;
create index next_of_kin_by_patient on next_of_kin (patient_id);

-- Every id under which rows of this patient are or were: what the trail says of them stays under the id of then.
create function ids_of_person(of_patient bigint) returns bigint[] language sql stable set search_path = public, pg_temp as $$
  with recursive same (id) as (
    select of_patient
    union
    select case when patient_merge.survivor_id = same.id then patient_merge.merged_id else patient_merge.survivor_id end
    from same join patient_merge on same.id in (patient_merge.survivor_id, patient_merge.merged_id)
  )
  select array_agg(id) from same
$$;

create or replace function changes_since(of_entity text, of_id text, of_patient bigint, since_version integer)
  returns table (at timestamptz, user_id bigint, fields text[])
  language sql stable security definer set search_path = public, pg_temp as $$
  select audit_event.at, audit_event.user_id,
    array(select jsonb_object_keys(coalesce(changed.record -> 'after', '{}'::jsonb)))
  from audit_event
  cross join lateral jsonb_array_elements(audit_event.records) as changed (record)
  where audit_event.patient_ids && ids_of_person(of_patient)
    and audit_event.kind = 'write'
    and changed.record ->> 'entity' = of_entity
    and changed.record ->> 'id' = of_id
    and (changed.record ->> 'version')::integer > since_version
  order by audit_event.id
$$;

create or replace function history_of(of_entity text, of_id text, of_patient bigint)
  returns table (at timestamptz, user_id bigint, version integer, before jsonb, after jsonb)
  language sql stable security definer set search_path = public, pg_temp as $$
  select audit_event.at, audit_event.user_id, (changed.record ->> 'version')::integer,
    changed.record -> 'before', changed.record -> 'after'
  from audit_event
  cross join lateral jsonb_array_elements(audit_event.records) as changed (record)
  where audit_event.patient_ids && ids_of_person(of_patient)
    and audit_event.kind = 'write'
    and changed.record ->> 'entity' = of_entity
    and changed.record ->> 'id' = of_id
    and changed.record -> 'after' is not null
  order by audit_event.id
$$;
