import { Logger, runMigrations } from 'graphile-worker'
import { withClient } from '../connection/withClient.ts'

/** Failures are thrown, and nothing else needs logging. */
const silent = new Logger(() => () => undefined)

const lockKey = 7_386_003

/**
 * Brings the tables of the job queue up to date and gives the application access. The queue restricts its tables to
 * their owner, which the application is not (DP-2).
 */
export const migrateJobs = async (ownerUrl: string): Promise<void> => {
  await withClient(ownerUrl, async (owner) => {
    await owner.query('begin')
    // Concurrent starts wait for each other.
    await owner.query('select pg_advisory_xact_lock($1)', [lockKey])
    await runMigrations({ connectionString: ownerUrl, logger: silent })
    await owner.query(letApplicationIn)
    await owner.query('commit')
  })
}

const letApplicationIn = `
do $$
declare
  closed record;
begin
  if not has_schema_privilege('surefoot_app', 'graphile_worker', 'usage') then
    grant usage on schema graphile_worker to surefoot_app;
  end if;
  for closed in
    select oid, oid::regclass as name, relkind, relrowsecurity from pg_class
    where relnamespace = 'graphile_worker'::regnamespace and relkind in ('r', 'v', 'S')
  loop
    if closed.relkind = 'S' then
      if not has_sequence_privilege('surefoot_app', closed.oid, 'usage') then
        execute format('grant usage on sequence %s to surefoot_app', closed.name);
      end if;
    elsif not has_table_privilege('surefoot_app', closed.oid, 'insert') then
      execute format('grant select, insert, update, delete on %s to surefoot_app', closed.name);
    end if;
    if closed.relrowsecurity
      and not exists (select from pg_policy where polrelid = closed.oid and polname = 'surefoot_app') then
      execute format('create policy surefoot_app on %s to surefoot_app using (true) with check (true)', closed.name);
    end if;
  end loop;
end
$$`
