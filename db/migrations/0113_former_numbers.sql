-- NHS numbers that PDS replaced: who is found by one, and which number of a referral or an import is theirs (decision 157).
create table former_number (
  id bigint generated always as identity primary key,
  patient_id bigint not null references patient,
  nhs_number text not null check (nhs_number ~ '^\d{10}$'),
  replaced_at timestamptz not null default clock_timestamp(),
  unique (patient_id, nhs_number)
);
create index former_number_by_number on former_number (nhs_number);
