-- The audit trail lies in one table for each month (UTC), so that old months can be archived (docs/audit.md). What was
-- written before stays where it is, as the first of them: no row of the trail is copied or touched.
alter table audit_event rename to audit_event_before;
alter table audit_event_before alter column id drop identity;
alter table audit_event_before drop constraint audit_event_pkey;
alter table audit_event_before add primary key (id, at);
alter index audit_event_by_session rename to audit_event_before_by_session;
alter index audit_event_by_user rename to audit_event_before_by_user;
alter index audit_event_by_patient rename to audit_event_before_by_patient;
alter index audit_event_of_reference_data rename to audit_event_before_of_reference_data;
alter index audit_event_by_time rename to audit_event_before_by_time;

create table audit_event (
  id bigint generated always as identity,
  at timestamptz not null default clock_timestamp(),
  kind text not null constraint audit_event_kind_check check (kind in ('read', 'write', 'refusal', 'session')),
  action text not null,
  status integer not null,
  user_id bigint,
  session_id bigint,
  role text,
  patient_ids bigint[] not null default '{}',
  pathway_ids bigint[] not null default '{}',
  -- what was asked for: search terms, list name, never a secret
  criteria jsonb,
  -- [{ entity, id, version, before, after }]: fields that changed; `version` is what a read served
  records jsonb,
  request_id text not null,
  address text,
  primary key (id, at)
) partition by range (at);
create index audit_event_by_session on audit_event (session_id, id);
create index audit_event_by_user on audit_event (user_id, id);
create index audit_event_by_patient on audit_event using gin (patient_ids);
create index audit_event_of_reference_data on audit_event (id) where kind = 'write' and patient_ids = '{}';
create index audit_event_by_time on audit_event using brin (at);
revoke all on audit_event from surefoot_app;
grant insert on audit_event to surefoot_app;
create trigger audit_event_is_append_only before update or delete or truncate on audit_event
  for each statement execute function refuse_audit_change();

-- Ids go on where they were; what is there belongs to the months up to this one.
do $$
declare
  latest record;
begin
  select coalesce(max(id), 0) as id, greatest(max(at), clock_timestamp()) as at into latest from audit_event_before;
  perform setval(pg_get_serial_sequence('audit_event', 'id'), latest.id + 1, false);
  execute format('alter table audit_event attach partition audit_event_before for values from (minvalue) to (%L)',
    date_trunc('month', latest.at at time zone 'UTC') at time zone 'UTC' + interval '1 month');
end
$$;
-- The clock may jump, and nobody may have made the coming months: no event is refused for that.
create table audit_event_other partition of audit_event default;
revoke all on audit_event_before, audit_event_other from surefoot_app;
create trigger audit_event_is_append_only before update or delete or truncate on audit_event_other
  for each statement execute function refuse_audit_change();

-- Makes the tables of this month and of so many that come, and answers the names of those that it made. A month of which
-- events already lie in audit_event_other stays there: they may not be moved. The table is made apart and attached, which
-- holds up nobody who writes; whoever waits longer than a moment for that tries again later.
create function make_audit_months(ahead integer) returns setof text
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  first timestamp := date_trunc('month', clock_timestamp() at time zone 'UTC');
  months integer := least(greatest(ahead, 0), 12);
  day timestamp;
  made text;
begin
  -- Two processes may ask at once.
  perform pg_advisory_xact_lock(7386004);
  for month in 0 .. months loop
    day := first + make_interval(months => month);
    made := 'audit_event_' || to_char(day, 'YYYY_MM');
    continue when to_regclass(made) is not null
      or exists (select from audit_event_other where at >= day at time zone 'UTC'
        and at < (day + interval '1 month') at time zone 'UTC')
      or audit_month_is_kept(day at time zone 'UTC');
    execute format('create table %I (like audit_event including defaults including constraints)', made);
    execute format('revoke all on %I from surefoot_app', made);
    execute format('create trigger audit_event_is_append_only before update or delete or truncate on %I
      for each statement execute function refuse_audit_change()', made);
    execute format('alter table audit_event attach partition %I for values from (%L) to (%L)', made,
      day at time zone 'UTC', (day + interval '1 month') at time zone 'UTC');
    return next made;
  end loop;
end
$$;

-- Whether the table of what was written before has the month.
create function audit_month_is_kept(instant timestamptz) returns boolean
  language sql stable set search_path = public, pg_temp as $$
  select exists (
    select from pg_inherits
    join pg_class on pg_class.oid = inhrelid
    where inhparent = 'audit_event'::regclass and relname = 'audit_event_before'
      and instant < substring(pg_get_expr(relpartbound, inhrelid) from $r$TO \('([^']+)'\)$r$)::timestamptz)
$$;
revoke all on function make_audit_months(integer), audit_month_is_kept(timestamptz) from public;
grant execute on function make_audit_months(integer) to surefoot_app;
select make_audit_months(3);
