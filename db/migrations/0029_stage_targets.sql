-- How long each list may take, in days: what is due, and so who is late, follows from these and from the day on which the wait
-- began (decision 49). One row, because the eight are read and changed together. Of the two call lists it is the days before and
-- after the day of the call.
create table stage_target (
  id bigint primary key default 1 check (id = 1),
  version integer not null default 1,
  awaiting_assessment integer not null default 28 check (awaiting_assessment between 1 and 999),
  awaiting_wellbeing integer not null default 28 check (awaiting_wellbeing between 1 and 999),
  awaiting_treatment integer not null default 28 check (awaiting_treatment between 1 and 999),
  in_treatment integer not null default 84 check (in_treatment between 1 and 999),
  in_exercise integer not null default 182 check (in_exercise between 1 and 999),
  awaiting_followup integer not null default 14 check (awaiting_followup between 1 and 999),
  awaiting_second_followup integer not null default 14 check (awaiting_second_followup between 1 and 999),
  awaiting_discharge integer not null default 14 check (awaiting_discharge between 1 and 999),
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
insert into stage_target default values;
revoke insert, delete on stage_target from surefoot_app;

-- The day from which a row is counted: of a call the day on which it is due, else the day on which the wait began.
create function counted_day(stage text, since date, due date) returns date language sql immutable parallel safe
return case when stage in ('awaitingFollowup', 'awaitingSecondFollowup') then due else since end;

-- The noted changes carry that day too, so that how many are late is a sum of few rows, as how many wait is.
alter table work_list_change add column day date;
drop index work_list_change_by_stage;
create index work_list_change_by_stage on work_list_change (stage, day) include (change);

create or replace function note_work_list_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into work_list_change (stage, day, change)
    select stage, counted_day(stage, since, due), count(*) from arrived group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into work_list_change (stage, day, change)
    select stage, counted_day(stage, since, due), -count(*) from gone group by 1, 2;
  else
    insert into work_list_change (stage, day, change)
    select stage, counted_day(stage, since, due), sum(one)
    from (select stage, since, due, 1 as one from arrived union all select stage, since, due, -1 from gone) as moved
    group by 1, 2 having sum(one) <> 0;
  end if;
  return null;
end
$$;

delete from work_list_change;
insert into work_list_change (stage, day, change)
select stage, counted_day(stage, since, due), count(*) from work_list group by 1, 2;

-- The district of a postcode, however it was typed: ZZ99 of 'ZZ99 3CZ', 'zz993cz' and 'ZZ99'.
create function postcode_district(postcode text) returns text language sql immutable strict parallel safe
return case
  when btrim(postcode) like '% %' then split_part(upper(btrim(postcode)), ' ', 1)
  when char_length(btrim(postcode)) > 4 then left(upper(btrim(postcode)), -3)
  else upper(btrim(postcode))
end;
alter table work_list add column district text collate "C" generated always as (postcode_district(postcode)) stored;
create index work_list_by_district on work_list (stage, district, pathway_id);
