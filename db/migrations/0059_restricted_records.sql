-- Records of colleagues, public persons and people whose address must not be told (trust T18, decision 81): who has no part in the
-- care says why before such a record is shown.
create table patient_restriction (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  patient_id bigint not null references patient,
  kind text not null check (kind in ('colleague', 'publicPerson', 'safety', 'other')),
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
create index patient_restriction_by_patient on patient_restriction (patient_id, id);
-- Not unique: a merge can bring two records together that were both restricted.
create index patient_restriction_open on patient_restriction (patient_id) where ended_at is null;
revoke delete on patient_restriction from surefoot_app;
-- Whether there is one, and nothing of why.
grant select (patient_id, ended_at) on patient_restriction to surefoot_reader;

-- What they had opened ends too, and does not live again when the restriction ends.
create function end_grants_of_restricted() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update external_grant set ended_at = clock_timestamp()
  where ended_at is null and pathway_id in (select id from pathway where patient_id = new.patient_id);
  return null;
end
$$;
create trigger end_external_grants after insert on patient_restriction
  for each row execute function end_grants_of_restricted();

-- Who said why, and may see the record for so long. The session is gone sooner than its row here, so nothing refers to it.
create table restricted_access (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  patient_id bigint not null references patient,
  user_id bigint not null references app_user,
  session_id bigint not null,
  role text,
  reason text not null check (reason in ('emergency', 'care', 'enquiry', 'governance', 'other')),
  words text not null check (words <> ''),
  expires_at timestamptz not null,
  reviewed_at timestamptz,
  -- somebody else than who opened it
  reviewed_by bigint references app_user,
  review_note text check (review_note <> ''),
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user,
  check ((reviewed_at is null) = (reviewed_by is null)),
  check (review_note is null or reviewed_at is not null),
  check (reviewed_by is distinct from user_id),
  check (expires_at > created_at)
);
create index restricted_access_by_patient on restricted_access (patient_id, id);
create index restricted_access_to_review on restricted_access (id) where reviewed_at is null;
-- What was said stays as it was said; only a merge gives it another patient.
revoke update, delete on restricted_access from surefoot_app;
grant update (patient_id, reviewed_at, reviewed_by, review_note, version, updated_at, updated_by) on restricted_access to surefoot_app;

-- Whether the user has a part in the care, as unusual reading counts it (contract/unusualReading.ts): owns one of the referrals, or
-- changed something of the patient in these days. A change that needed no reason itself is no care: whoever restricts a record
-- has not treated anybody. Of the owner only what stood before this transaction counts, so that nobody opens a record by taking it.
create function has_part_in_care(of_user bigint, of_patient bigint, care_days integer) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from app_user
    join pathway_owner on pathway_owner.clinician_id = app_user.clinician_id and pathway_owner.updated_at < now()
    join pathway on pathway.id = pathway_owner.pathway_id
    where app_user.id = of_user and pathway.patient_id = of_patient)
  or exists (
    select from audit_event
    where patient_ids @> array[of_patient] and cardinality(patient_ids) = 1 and user_id = of_user and kind = 'write'
      and action not in ('POST /api/restriction/save', 'POST /api/restriction/end', 'POST /api/restrictedAccess/review')
      and at >= london_day((now() at time zone 'Europe/London')::date - care_days))
$$;

-- Which of these patients are restricted and not open to the user in this session. Read in the statement that adds an event to
-- the audit trail, and in that which reads flags: no statement of its own.
create function withheld_records(of_user bigint, of_session bigint, of_patients bigint[], care_days integer)
  returns setof bigint language sql stable as $$
  select distinct restriction.patient_id
  from patient_restriction as restriction
  where restriction.patient_id = any (of_patients) and restriction.ended_at is null
    and not exists (
      select from restricted_access as access
      where access.patient_id = restriction.patient_id and access.user_id = of_user and access.session_id = of_session
        and access.expires_at > now())
    and not has_part_in_care(of_user, restriction.patient_id, care_days)
$$;
revoke all on function has_part_in_care(bigint, bigint, integer), withheld_records(bigint, bigint, bigint[], integer) from public;
grant execute on function has_part_in_care(bigint, bigint, integer), withheld_records(bigint, bigint, bigint[], integer)
  to surefoot_app;

-- People outside the service have no part in the care and nobody who looks at their reasons: to them a restricted record is not there.
create or replace view shared_pathway as
  select pathway.id, pathway.patient_id
  from pathway
  join patient on patient.id = pathway.patient_id
  where pathway.is_active and pathway.consent_given
    and patient.is_active and patient.deceased_date is null
    and patient.consent_refused_date is null and patient.time_consent_refused is null
    and not exists (
      select from patient_restriction where patient_restriction.patient_id = patient.id and patient_restriction.ended_at is null);
