-- A process keeps what the noted changes of the counters add up to, and asks only for what was noted since (decision 117). What was
-- not added together yet is open; `counted` is another value whenever changes were added together, in the same transaction.
alter table work_list_change add column is_open boolean not null default true;
create index work_list_change_open on work_list_change (stage, day) include (change) where is_open;

alter table work_list_rule add column counted uuid not null default gen_random_uuid();

-- For whoever adds them together, or changes them by hand: a release before this one too.
create function counted_anew() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    update work_list_rule set counted = gen_random_uuid();
  elsif exists (select from gone) then
    update work_list_rule set counted = gen_random_uuid();
  end if;
  return null;
end
$$;
create trigger work_list_change_gone after delete on work_list_change
  referencing old table as gone for each statement execute function counted_anew();
create trigger work_list_change_changed after update on work_list_change
  referencing old table as gone for each statement execute function counted_anew();
create trigger work_list_change_emptied after truncate on work_list_change
  for each statement execute function counted_anew();

-- Few rows, of which only the open ones are looked for.
drop index work_list_change_by_stage;
