-- What PDS changes after somebody was traced: NHS numbers that it replaced, and what the nightly check finds (decision 157).
create table former_number (
  id bigint generated always as identity primary key,
  patient_id bigint not null references patient,
  nhs_number text not null check (nhs_number ~ '^\d{10}$'),
  replaced_at timestamptz not null default clock_timestamp(),
  unique (patient_id, nhs_number)
);
create index former_number_by_number on former_number (nhs_number);

-- Patients with an open referral as the nightly check saw them last: which parts of the record differ from PDS, and never what PDS says.
create table pds_check (
  patient_id bigint primary key references patient,
  -- When PDS was asked last, whatever came of it.
  asked_at timestamptz not null,
  -- The version of the record there.
  pds_version text,
  kinds text[] not null default '{}'
    check (kinds <@ array['died', 'sensitive', 'replaced', 'withdrawn', 'name', 'birth', 'address', 'practice']),
  found_at timestamptz,
  -- What somebody looked at and left as it is, in that version of the record there.
  left_kinds text[] not null default '{}',
  left_version text,
  left_by bigint references app_user,
  left_at timestamptz,
  constraint pds_check_found check ((found_at is null) = (kinds = '{}')),
  constraint pds_check_left check ((left_by is null) = (left_at is null))
);
create index pds_check_differing on pds_check (found_at, patient_id) where kinds <> '{}';
create index pds_check_dead on pds_check (patient_id) where 'died' = any (kinds);
-- Pages of people outside the service say of a patient that PDS says that they died.
grant select (patient_id, kinds) on pds_check to surefoot_reader;

-- How far each night came.
create table pds_night (
  night date primary key,
  asked integer not null default 0,
  -- Why it ended before everybody was asked, in words that name nobody.
  ended text check (ended <> '')
);

-- What somebody changes in the record is settled until the next check.
create function settle_pds_check(of_patient bigint, settled text[]) returns void language sql set search_path = public, pg_temp as $$
  update pds_check set
    kinds = array(select kind from unnest(kinds) as kind where kind <> all (settled)),
    found_at = case when kinds <@ settled then null else found_at end
  where patient_id = of_patient and kinds && settled
$$;
create function settle_pds_check_of_patient() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  settled text[] := '{}';
begin
  if old.nhs_number is distinct from new.nhs_number then settled := settled || array['replaced', 'withdrawn']; end if;
  if (old.family_name, old.first_name) is distinct from (new.family_name, new.first_name) then settled := settled || array['name']; end if;
  if old.date_of_birth is distinct from new.date_of_birth then settled := settled || array['birth']; end if;
  if (old.address_line1, old.address_line2, old.address_line3, old.town, old.county, old.postcode)
    is distinct from (new.address_line1, new.address_line2, new.address_line3, new.town, new.county, new.postcode) then
    settled := settled || array['address'];
  end if;
  if old.registered_gp is distinct from new.registered_gp then settled := settled || array['practice']; end if;
  if new.deceased_date is not null then settled := settled || array['died']; end if;
  perform settle_pds_check(new.id, settled);
  return null;
end
$$;
create trigger settle_pds_check
  after update of nhs_number, family_name, first_name, date_of_birth, address_line1, address_line2, address_line3, town, county, postcode,
    registered_gp, deceased_date on patient
  for each row when ((old.nhs_number, old.family_name, old.first_name, old.date_of_birth, old.address_line1, old.address_line2,
    old.address_line3, old.town, old.county, old.postcode, old.registered_gp, old.deceased_date) is distinct from (new.nhs_number,
    new.family_name, new.first_name, new.date_of_birth, new.address_line1, new.address_line2, new.address_line3, new.town, new.county,
    new.postcode, new.registered_gp, new.deceased_date))
  execute function settle_pds_check_of_patient();
create function settle_pds_check_of_restriction() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform settle_pds_check(new.patient_id, array['sensitive']);
  return null;
end
$$;
create trigger settle_pds_check after insert on patient_restriction
  for each row execute function settle_pds_check_of_restriction();
