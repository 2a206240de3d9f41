-- Bulk exports that FHIR clients asked for (decision 149). A day after it was written an export is gone.
create table fhir_export (
  id uuid primary key default gen_random_uuid(),
  client_id bigint not null references fhir_client,
  -- The client as it was agreed to then: a change of it ends the export.
  client_version integer not null,
  -- As granted to the token that asked, such as 'system/Patient.rs'.
  scopes text[] not null,
  -- The address that was asked.
  request text not null,
  -- All resources, or those about patients only.
  level text not null check (level in ('system', 'Patient', 'Group')),
  group_id text,
  types text[] not null check (cardinality(types) > 0),
  -- Only what changed since then.
  since timestamptz,
  -- What changed until then is in it.
  transaction_at timestamptz not null,
  state text not null default 'underWay' check (state in ('underWay', 'ready', 'failed')),
  failure text,
  -- What is written next: at which kind of rows it goes on, and after which row.
  step integer not null default 0,
  position jsonb,
  asked_at timestamptz not null,
  ended_at timestamptz,
  expires_at timestamptz not null,
  check ((level = 'Group') = (group_id is not null)),
  check ((state = 'failed') = (failure is not null))
);
-- A client has one export under way.
create unique index fhir_export_under_way on fhir_export (client_id) where state = 'underWay';

create table fhir_export_file (
  export_id uuid not null references fhir_export on delete cascade,
  place integer not null,
  type text not null,
  resources integer not null,
  -- Whose records it shows.
  patient_ids bigint[] not null,
  -- Resources, one in a line, compressed and sealed with the installation's key.
  sealed bytea not null,
  primary key (export_id, place)
);
