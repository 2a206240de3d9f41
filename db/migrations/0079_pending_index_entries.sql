-- What is added to a GIN index waits in a list beside it and is taken in together, when the list has grown to 4 MB: by whoever adds to
-- it then, and all whose reads are noted in the audit trail at that moment wait with them, a quarter to half a second. The
-- service does it each second, beside everybody (decision 125). The audit trail is added to in the table of the month, or in that of
-- before or of no month.
create function take_in_index_entries() returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1s' as $$
begin
  -- One at a time: another process would wait for it.
  if not pg_try_advisory_xact_lock(7386006) then
    return;
  end if;
  perform gin_clean_pending_list(pg_index.indexrelid::regclass)
  from pg_index
  join pg_class on pg_class.oid = pg_index.indexrelid and pg_class.relkind = 'i'
  join pg_am on pg_am.oid = pg_class.relam and pg_am.amname = 'gin'
  where pg_index.indrelid in (
    'patient'::regclass, 'name_word'::regclass, 'organisation'::regclass,
    to_regclass('audit_event_' || to_char(clock_timestamp() at time zone 'UTC', 'YYYY_MM')),
    to_regclass('audit_event_before'), to_regclass('audit_event_other'));
end
$$;
revoke all on function take_in_index_entries() from public;
grant execute on function take_in_index_entries() to surefoot_app;
