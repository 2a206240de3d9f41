-- What becomes of an onward referral once it is sent, and of equipment once it is asked for (decision 111).
alter table onward_referral
  add column received_date date,
  add column answer text check (answer in ('accepted', 'refused')),
  -- Until this day nobody is asked to ask again.
  add column chase_date date,
  add column outcome text check (outcome in ('seen', 'nothingNeeded', 'didNotAttend', 'declined', 'notNeeded', 'other')),
  add column outcome_date date,
  add column outcome_note text check (outcome_note <> ''),
  add constraint onward_referral_answered check (answer is null or received_date is not null),
  add constraint onward_referral_ended check ((outcome is null) = (outcome_date is null));
-- What somebody still waits to hear of.
create index onward_referral_open on onward_referral (pathway_id)
  where is_active and outcome is null and answer is distinct from 'refused';

alter table equipment_assessment
  add column asked_date date,
  add column ordered_date date,
  add column fitted_date date,
  add column reviewed_date date,
  add column due_back_date date,
  add column ended text check (ended in ('returned', 'kept', 'lost', 'cancelled')),
  add column ended_date date,
  add constraint equipment_assessment_reviewed check (reviewed_date is null or fitted_date is not null),
  add constraint equipment_assessment_ended check ((ended is null) = (ended_date is null)),
  add constraint equipment_assessment_ended_as_it_was
    check (ended is null or (ended = 'cancelled') = (fitted_date is null));
-- What is not there yet, or not back.
create index equipment_assessment_out on equipment_assessment (pathway_id)
  where is_active and ended is null and (asked_date is not null or ordered_date is not null or fitted_date is not null);
