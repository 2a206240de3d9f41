-- Which rows of another system's files were brought in (decision 101), so that an import that is run again goes on where it was
-- and makes nothing twice. The other system's own id is kept as a hash alone; there is no foreign key, so that a record that was
-- destroyed is not brought back by the same file.
create table import_row (
  -- sha-256 of the source, the kind of record and its id there
  key bytea primary key check (octet_length(key) = 32),
  -- sha-256 of the row's cells: tells a row that was changed since
  content bytea not null check (octet_length(content) = 32),
  record text not null,
  record_id bigint not null,
  imported_at timestamptz not null default clock_timestamp(),
  imported_by bigint not null references app_user
);
revoke update, delete, truncate on import_row from surefoot_app;
