-- How many each list holds, as changes that add up: a save adds a row or two in its own transaction and waits for nobody,
-- where a single number for each list would make every save wait for the one before. The hourly tidying adds them together.
-- So a counter reads a few rows, however long its list, and cannot disagree with it; `npm run verify` compares the two.
create table work_list_change (
  stage text not null,
  change bigint not null
);
create index work_list_change_by_stage on work_list_change (stage) include (change);

create function note_work_list_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into work_list_change (stage, change) select stage, count(*) from arrived group by stage;
  elsif tg_op = 'DELETE' then
    insert into work_list_change (stage, change) select stage, -count(*) from gone group by stage;
  else
    insert into work_list_change (stage, change)
    select stage, sum(one)
    from (select stage, 1 as one from arrived union all select stage, -1 from gone) as moved
    group by stage having sum(one) <> 0;
  end if;
  return null;
end
$$;
create trigger work_list_grows after insert on work_list
  referencing new table as arrived for each statement execute function note_work_list_change();
create trigger work_list_shrinks after delete on work_list
  referencing old table as gone for each statement execute function note_work_list_change();
create trigger work_list_moves after update on work_list
  referencing old table as gone new table as arrived for each statement execute function note_work_list_change();

insert into work_list_change (stage, change) select stage, count(*) from work_list group by stage;
