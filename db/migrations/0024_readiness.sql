-- One row that the service writes when it is asked whether it is ready, at most once a second: a database that answers
-- and cannot be written to serves nobody.
create table readiness (
  is_single boolean primary key default true check (is_single),
  checked_at timestamptz not null default clock_timestamp()
);
insert into readiness default values;
revoke insert, delete on readiness from surefoot_app;
