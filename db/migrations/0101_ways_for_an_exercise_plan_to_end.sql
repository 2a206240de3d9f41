-- An exercise plan ends completed, stopped with a reason, or by going on elsewhere. Plans that ended before count as
-- completed: nothing is recorded of them.
alter table exercise
  add column ended_how text constraint exercise_ended_how check (ended_how in ('completed', 'stopped', 'elsewhere')),
  add column stopped_reason text constraint exercise_stopped_reason check (stopped_reason <> ''),
  add column elsewhere_to text constraint exercise_elsewhere_to check (elsewhere_to <> '');

-- Waiting for a place is a wait of its own, from the day on which it was decided until the place is accepted. Whether those who have a
-- place now waited for it is not known.
alter table class_place
  add column waiting_since date,
  add column accepted_date date;
update class_place set waiting_since = (created_at at time zone 'Europe/London')::date where joined_date is null;

-- What was done in a session, as codes, and what single people left out of it. Null while nobody has said.
alter table class_session add column parts_done text[];
create table session_exception (
  session_id bigint not null references class_session,
  place_id bigint not null references class_place,
  left_out text[] not null,
  primary key (session_id, place_id)
);
create index session_exception_by_place on session_exception (place_id);

-- A service that has templates already gets the letter for somebody who goes on elsewhere too. It is not active: machines that
-- still run the release before do not know its occasion.
with added as (
  insert into letter_template (name, recipient, occasion, document_type_id, is_active, title, body)
  select 'Exercise goes on elsewhere', 'patient', 'handOver', document_type_id, false, 'Your exercise goes on',
    E'Dear {{greetingName}},\n\nYou have been doing exercises with {{serviceName}} to stay steady on your feet. Now you go on somewhere else. Please show this letter to the person who takes your new class.\n\n# What you have done with us\n\n- Class: {{classes}}\n- Sessions: {{sessions}}\n- Exercise done, in class and at home: {{dose}}\n\n# For the person who takes the new class\n\nPlease offer exercises for strong legs and good balance, and make them harder step by step. If you have any questions, ring us on {{serviceTelephone}}.\n\n# Keep going\n\nExercise keeps you steady for as long as you do it. If you fall, or feel less steady, ring us. If you have any questions, or need this letter in another form or language, ring us on {{serviceTelephone}}.'
  from letter_template where recipient = 'patient'
  order by occasion = 'invitation' desc, is_active desc, id limit 1
  returning id, version, title, body)
insert into letter_template_version (template_id, template_version, title, body)
select id, version, title, body from added;
