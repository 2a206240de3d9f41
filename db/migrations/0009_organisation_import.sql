-- A national file of organisations on its way in: uploaded in parts, checked, then applied in one transaction.
-- Rows are thrown away after use; they hold public data only.
create table organisation_import (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  file_name text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- set by the trial run, without which nothing is applied
  checked_at timestamptz
);

create table organisation_import_part (
  import_id bigint not null references organisation_import on delete cascade,
  part integer not null,
  text text not null,
  primary key (import_id, part)
);
