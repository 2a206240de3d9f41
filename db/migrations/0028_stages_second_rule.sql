-- What the second stage rule looks at (docs/stages.md, decision 47).

-- The day on which a treatment plan ended stands beside its outcome, and there is one exactly when there is an outcome.
alter table treatment_plan rename column goals_recorded_date to ended_date;
update treatment_plan set ended_date = treatment_date where goals_achieved_id is not null and ended_date is null;
update treatment_plan set ended_date = null where goals_achieved_id is null and ended_date is not null;
alter table treatment_plan add check ((goals_achieved_id is null) = (ended_date is null));

-- How a call ended; none is how the specified call says that the patient was reached.
alter table followup add outcome text check (outcome in ('reached', 'noAnswer', 'wrongNumber', 'ringBack', 'declined',
  'inHospital', 'died', 'spokeToOther'));

create table no_plan_decision (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  is_active boolean not null default true,
  pathway_id bigint not null references pathway,
  decision_date date not null,
  clinician_id bigint not null references clinician,
  reason text not null check (reason in ('adviceOnly', 'equipmentOnly', 'onwardReferralOnly', 'planDeclined')),
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
create index no_plan_decision_by_pathway on no_plan_decision (pathway_id, decision_date, id);
create unique index no_plan_decision_of_pathway on no_plan_decision (pathway_id) where is_active;
grant select on no_plan_decision to surefoot_reader;

-- Which rows mean that the patient died: by code, so that they may be renamed. A list that is in use and has no such row
-- gets one; an empty one gets it with its other rows (db/reference/lists.ts).
do $$
declare
  list record;
  marked bigint;
begin
  for list in
    select * from (values ('discharge_reason', 'Died', array['died', 'deceased', 'death']),
      ('discharged_to', 'Died', array['died', 'deceased', 'death']),
      ('declined_referral', 'Died before assessment', array['died before assessment', 'died', 'deceased', 'death'])) as known (name, title, names)
  loop
    execute format(
      'update %1$I set code = ''died'' where id = (
         select id from %1$I where lower(trim(name)) = any($1) and code is null
         order by is_active desc, array_position($1, lower(trim(name))), id limit 1)
       returning id', list.name) into marked using list.names;
    if marked is null then
      execute format(
        'insert into %1$I (name, code, sort_order)
         select $1, ''died'', max(sort_order) + 1 from %1$I having count(*) > 0', list.name) using list.title;
    end if;
  end loop;
end
$$;

-- The days on which a closed referral or a FRAT of a patient says that the patient has died.
create view said_dead as
  select pathway.patient_id, pathway.discharge_date as day
  from pathway
  where pathway.is_active and pathway.discharge_date is not null
    and (exists (select from discharge_reason as reason where reason.id = pathway.discharge_reason_id and reason.code = 'died')
      or exists (select from discharged_to as place where place.id = pathway.discharged_to_id and place.code = 'died'))
  union all
  select pathway.patient_id, pathway.cancel_referral_date
  from pathway
  where pathway.is_active and pathway.cancel_referral_date is not null
    and exists (select from declined_referral as reason where reason.id = pathway.declined_referral_id and reason.code = 'died')
  union all
  select pathway.patient_id, frat.assessment_date
  from frat join pathway on pathway.id = frat.pathway_id and pathway.is_active
  where frat.is_active
    and exists (select from discharged_to as place where place.id = frat.discharged_to_id and place.code = 'died');
grant select on said_dead to surefoot_app, surefoot_reader;

-- The next day on which the place of a pathway changes by itself: a booked plan begins.
alter table work_list add moves_on date;
create index work_list_by_move on work_list (moves_on) where moves_on is not null;

-- By which rule the work lists were placed last: a start with a later rule places all of them again before it serves.
create table work_list_rule (
  is_single boolean primary key default true check (is_single),
  rule integer not null
);
insert into work_list_rule (rule) select case when exists (select from pathway) then 1 else 2 end;
revoke insert, delete on work_list_rule from surefoot_app;
