-- The audit trail proves itself (trust DP-3): its rows are sealed in segments, each with the hash of the one before, so that a
-- row that was changed, deleted, added or exchanged later is found (docs/audit.md, decision 71).

-- The events with these ids, but for those that were never stored: a call that failed leaves a gap.
create table audit_segment (
  number bigint primary key check (number > 0),
  -- one more than the last of the segment before
  first_id bigint not null,
  last_id bigint not null,
  events integer not null check (events > 0),
  -- in which form the rows were written down to be hashed; another form needs another number
  form integer not null,
  previous_hash bytea not null check (octet_length(previous_hash) = 32),
  hash bytea not null check (octet_length(hash) = 32),
  sealed_at timestamptz not null,
  check (last_id >= first_id)
);

-- What of a segment lies in one month (UTC): months can be archived, and the others must still be verifiable then.
create table audit_segment_month (
  segment bigint not null references audit_segment,
  month date not null,
  events integer not null check (events > 0),
  -- of `marks`
  hash bytea not null check (octet_length(hash) = 32),
  -- id (8 bytes) and hash (32 bytes) of each event in the order of ids, so that the wrong one can be named
  marks bytea not null,
  primary key (segment, month)
);
-- Hashes do not become shorter.
alter table audit_segment_month alter column marks set storage external;

-- Whose events are not in the database any more, because its owner archived them.
create table audit_archived (
  part text not null,
  -- null: everything before `until_at`
  from_at timestamptz,
  until_at timestamptz not null,
  events bigint not null,
  archived_at timestamptz not null default clock_timestamp(),
  primary key (part, archived_at)
);

-- Up to which id the trail may be sealed once the transactions that were writing to it when this was noted have ended.
create table audit_horizon (
  is_single boolean primary key default true check (is_single),
  until_id bigint not null,
  -- as pg_locks names transactions
  writers text[] not null
);
insert into audit_horizon (until_id, writers) values (0, '{}');

do $$
declare
  part text;
begin
  foreach part in array array['audit_segment', 'audit_segment_month', 'audit_archived'] loop
    execute format('revoke all on %I from surefoot_app', part);
    execute format('grant select on %I to surefoot_app', part);
    execute format('create trigger %I before update or delete or truncate on %I
      for each statement execute function refuse_audit_change()', part || '_is_append_only', part);
  end loop;
end
$$;
revoke all on audit_horizon from surefoot_app;

-- The transactions that may still store a row with an id that they have already been given. Whoever inserts holds this lock
-- from before the id is drawn until after the row can be seen by others, and does not wait for whoever looks here.
create function audit_writers() returns text[]
  language sql volatile set search_path = public, pg_temp as $$
  select coalesce(array_agg(distinct virtualtransaction), '{}')
  from pg_locks
  where locktype = 'relation' and mode = 'RowExclusiveLock' and granted
    and database = (select oid from pg_database where datname = current_database())
    and relation in (select relid from pg_partition_tree('audit_event'))
$$;

-- The hash of an event, over all its columns, without regard to the settings of the session. An event with a new column needs
-- a new form, beside this one.
create function audit_row_hash(event audit_event) returns bytea
  language sql stable as $$
  select sha256(convert_to(row(event.id, extract(epoch from event.at), event.kind, event.action, event.status, event.user_id,
    event.session_id, event.role, event.patient_ids, event.pathway_ids, event.criteria, event.records, event.request_id,
    event.address)::text, 'UTF8'))
$$;

create function audit_month(event_at timestamptz) returns date
  language sql immutable parallel safe as $$
  select date_trunc('month', event_at at time zone 'UTC')::date
$$;

-- Seals the next events, at most `most` segments of 1,000, and answers how many segments it made. One at a time: whoever comes
-- while another is sealing has nothing to do. Nobody who writes to the trail waits for it.
--
-- Ids become visible out of order, so the newest id is no safe end: a transaction that drew a smaller one may still be open.
-- First the newest id is noted, then who is writing at that moment. Whoever drew an id up to the noted one either has ended or
-- is among these. Once all of these have ended, every row up to the noted id is there for good, or never will be.
create function seal_audit(most integer) returns integer
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  horizon audit_horizon;
  head audit_segment;
  due record;
  made integer := 0;
  newest bigint;
begin
  -- Each statement below must see what was committed before it.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'The audit trail is sealed in transactions of level read committed only';
  end if;
  if not pg_try_advisory_xact_lock(7386005) then
    return 0;
  end if;
  select * into head from audit_segment order by number desc limit 1;
  if not found then
    head.number := 0;
    head.last_id := 0;
    head.hash := sha256('');
  end if;
  loop
    select * into strict horizon from audit_horizon;
    exit when audit_writers() && horizon.writers;
    while made < most and head.last_id < horizon.until_id loop
      select array_agg(month order by month) as months, array_agg(events order by month) as events,
        array_agg(marks order by month) as marks, sum(events)::integer as total, max(last_id) as last_id
      into due
      from (
        select audit_month(at) as month, count(*)::integer as events, max(id) as last_id,
          string_agg(int8send(id) || hash, ''::bytea order by id) as marks
        from (
          select audit_event.id, audit_event.at, audit_row_hash(audit_event) as hash from audit_event
          where audit_event.id > head.last_id and audit_event.id <= horizon.until_id
          order by audit_event.id limit 1000
        ) as event
        group by 1
      ) as by_month;
      exit when due.total is null;
      head := seal_audit_segment(head, case when due.total = 1000 then due.last_id else horizon.until_id end,
        due.months, due.events, due.marks);
      made := made + 1;
    end loop;
    exit when made >= most;
    select case when is_called then last_value else 0 end into newest from audit_event_id_seq;
    exit when newest <= horizon.until_id;
    update audit_horizon set until_id = newest, writers = audit_writers();
  end loop;
  return made;
end
$$;

-- One segment after `head`. The text that is hashed is the one of server/audit/seal/segmentText.ts.
create function seal_audit_segment(head audit_segment, up_to bigint, months date[], events integer[], marks bytea[])
  returns audit_segment language plpgsql volatile set search_path = public, pg_temp as $$
declare
  sealed audit_segment;
  lines text;
begin
  sealed.number := head.number + 1;
  sealed.first_id := head.last_id + 1;
  sealed.last_id := up_to;
  sealed.form := 1;
  sealed.previous_hash := head.hash;
  sealed.sealed_at := clock_timestamp();
  select sum(count), string_agg((to_jsonb(month) #>> '{}') || ' ' || count || ' ' || encode(sha256(mark), 'hex'), chr(10) order by month)
  into sealed.events, lines
  from unnest(months, events, marks) as part (month, count, mark);
  sealed.hash := sha256(convert_to(concat_ws(chr(10), 'surefoot audit segment', sealed.form, sealed.number, sealed.first_id,
    sealed.last_id, extract(epoch from sealed.sealed_at), encode(sealed.previous_hash, 'hex'), lines), 'UTF8'));
  insert into audit_segment select (sealed).*;
  insert into audit_segment_month (segment, month, events, hash, marks)
  select sealed.number, month, count, sha256(mark), mark from unnest(months, events, marks) as part (month, count, mark);
  return sealed;
end
$$;

-- For the check that the service makes by itself each night: the application may not read the trail (trust DP-2), and needs
-- no more of it for this.
create function audit_row_hashes(first_id bigint, last_id bigint)
  returns table (id bigint, month date, hash bytea)
  language sql stable security definer set search_path = public, pg_temp as $$
  select event.id, audit_month(event.at), audit_row_hash(event)
  from audit_event as event
  where event.id between audit_row_hashes.first_id and audit_row_hashes.last_id
  order by event.id
$$;

-- Events after the last segment; those whose ids can have been given by nobody.
create function audit_unsealed()
  returns table (events bigint, oldest timestamptz, stray bigint, newest_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  with head as (select coalesce(max(last_id), 0) as last_id from audit_segment),
    numbering as (select case when is_called then last_value else 0 end as newest from audit_event_id_seq)
  select (select count(*) from audit_event where audit_event.id > head.last_id),
    (select min(audit_event.at) from audit_event where audit_event.id > head.last_id),
    coalesce((select min(audit_event.id) from audit_event where audit_event.id < 1),
      (select min(audit_event.id) from audit_event where audit_event.id > numbering.newest)),
    numbering.newest
  from head cross join numbering
$$;

-- Takes one part of the trail out of it, to be archived: only when all of it is sealed, and in the trail itself.
create function archive_audit_part(named text) returns bigint
  language plpgsql volatile set search_path = public, pg_temp set lock_timeout = '5s' as $$
declare
  bound text;
  counted record;
begin
  select pg_get_expr(pg_class.relpartbound, pg_class.oid) into bound
  from pg_inherits join pg_class on pg_class.oid = inhrelid
  where inhparent = 'audit_event'::regclass and relname = named;
  if bound is null or bound = 'DEFAULT' then
    raise exception '% is no month of the audit trail', named;
  end if;
  execute format('lock table %I in share row exclusive mode', named);
  execute format('select count(*) as events, max(id) as last_id from %I', named) into counted;
  if counted.last_id > (select coalesce(max(last_id), 0) from audit_segment) then
    raise exception 'Not all events of % are sealed: is the service running?', named;
  end if;
  insert into audit_archived (part, from_at, until_at, events)
  values (named, substring(bound from $r$FROM \('([^']+)'\)$r$)::timestamptz,
    substring(bound from $r$TO \('([^']+)'\)$r$)::timestamptz, counted.events);
  insert into audit_event (kind, action, status, criteria, request_id)
  values ('write', 'audit archived', 200,
    jsonb_build_object('part', named, 'events', counted.events, 'by', session_user), gen_random_uuid()::text);
  execute format('alter table audit_event detach partition %I', named);
  return counted.events;
end
$$;

-- What each check of the trail found, and where its head was noted outside the database.
create table audit_check (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  segments bigint not null,
  events bigint not null,
  archived_events bigint not null,
  -- null when nothing was compared with an anchor
  anchors integer,
  problems integer not null check (problems >= 0),
  -- names events and segments by number, never a patient
  first_problem text check ((first_problem is null) = (problems = 0))
);
create table audit_anchor (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  place text not null,
  segment bigint not null
);
revoke update, delete on audit_check, audit_anchor from surefoot_app;

revoke all on function audit_writers(), audit_row_hash(audit_event), seal_audit(integer),
  seal_audit_segment(audit_segment, bigint, date[], integer[], bytea[]), audit_row_hashes(bigint, bigint), audit_unsealed(),
  archive_audit_part(text) from public;
grant execute on function seal_audit(integer), audit_row_hashes(bigint, bigint), audit_unsealed() to surefoot_app;
