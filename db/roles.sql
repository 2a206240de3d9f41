-- The roles that hold the application's rights. They belong to the cluster and not to the database, so no database
-- backup contains them. They are created at each start if missing, and by hand before a backup is restored
-- (docs/operate/operations.md). Another database of the cluster may be creating the same role at this moment.
do $$
declare
  missing text;
begin
  foreach missing in array array['surefoot_app', 'surefoot_reader', 'surefoot_person'] loop
    begin
      if not exists (select from pg_roles where rolname = missing) then
        execute format('create role %I nologin', missing);
      end if;
    exception
      when duplicate_object or unique_violation then null;
    end;
  end loop;
end
$$;
