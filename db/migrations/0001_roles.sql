-- The application connects as a member of surefoot_app: it may work with the data but owns nothing,
-- so it can neither rewrite the audit trail nor change the schema (trust DP-2).
-- Roles belong to the whole cluster; another database of it may be creating the same one right now.
do $$
begin
  create role surefoot_app nologin;
exception
  when duplicate_object or unique_violation then null;
end
$$;

grant usage on schema public to surefoot_app;
alter default privileges in schema public grant select, insert, update, delete on tables to surefoot_app;
alter default privileges in schema public grant usage, select on sequences to surefoot_app;

-- Names compare byte by byte on keys that the application folds (contract/fold.ts),
-- so no index depends on a library's collation version.
