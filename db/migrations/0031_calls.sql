-- What a telephone follow-up tells beside its outcome, and when to try again (docs/calls.md, decision 51).
alter table followup
  add next_try_date date,
  add next_try_time text check (next_try_time in ('morning', 'afternoon', 'evening')),
  add falls_since_contact integer check (falls_since_contact between 0 and 99),
  add exercise_hours numeric(4, 1) check (exercise_hours between 0 and 60),
  add confidence integer check (confidence between 0 and 10),
  add equipment_in_use text,
  add note text,
  add red_flag_heard boolean,
  add red_flag_text text,
  -- the letter "cannot reach you", sent after the tries that end with this one
  add letter_sent_date date,
  add check (next_try_date >= call_date);

-- The falls that were told of, each with what came of it; there may be fewer than were counted.
create table followup_fall (
  followup_id bigint not null references followup,
  place integer not null check (place between 1 and 20),
  injury boolean,
  long_lie boolean,
  ambulance boolean,
  primary key (followup_id, place)
);
grant select on followup_fall to surefoot_reader;

-- A call may say that the patient has died, like a closed referral and a FRAT.
create or replace view said_dead as
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
    and exists (select from discharged_to as place where place.id = frat.discharged_to_id and place.code = 'died')
  union all
  select pathway.patient_id, followup.call_date
  from followup join pathway on pathway.id = followup.pathway_id and pathway.is_active
  where followup.is_active and followup.outcome = 'died';
