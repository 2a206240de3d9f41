-- Clinics and rounds of visits as weekly templates, and the slots that follow from them (decision 147).
create table clinic (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  name text not null check (name <> ''),
  appointment_type text not null check (appointment_type in ('visit', 'clinic', 'call')),
  clinician_id bigint not null references clinician,
  location_id bigint not null references location,
  -- The list whose people it sees; none for anybody.
  for_stage text check (for_stage <> ''),
  -- Its weekday is that of the clinic.
  first_date date not null,
  every_weeks integer not null check (every_weeks between 1 and 13),
  last_date date check (last_date >= first_date),
  start_time text not null check (start_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  slots integer not null check (slots between 1 and 40),
  minutes integer not null check (minutes between 5 and 240),
  travel_minutes integer not null check (travel_minutes between 0 and 120),
  places integer not null check (places between 1 and 20),
  -- Postcode districts of a round, as typed; none for everywhere.
  districts text check (districts <> ''),
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
revoke delete on clinic from surefoot_app;

-- Days that differ from the pattern: off, or held although the day is a bank holiday.
create table clinic_exception (
  clinic_id bigint not null references clinic,
  day date not null,
  is_held boolean not null,
  primary key (clinic_id, day)
);

-- A slot has the clinician, place and length that it was offered with: a change of the template never moves a booked person.
create table clinic_slot (
  id bigint generated always as identity primary key,
  clinic_id bigint not null references clinic,
  slot_date date not null,
  -- By the clocks of the United Kingdom on that day.
  start_time text not null check (start_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  minutes integer not null check (minutes between 5 and 240),
  places integer not null check (places between 1 and 20),
  appointment_type text not null check (appointment_type in ('visit', 'clinic', 'call')),
  clinician_id bigint not null references clinician,
  location_id bigint not null references location,
  -- The clinic no longer has this time: nobody else is booked, and who is booked has to be moved.
  is_withdrawn boolean not null default false,
  -- Places that are taken, kept by a trigger of the appointments: a search skips what is full without counting.
  booked integer not null default 0
);
create unique index clinic_slot_once on clinic_slot (clinic_id, slot_date, start_time) where not is_withdrawn;
create index clinic_slot_free on clinic_slot (slot_date, start_time, id) where not is_withdrawn and booked < places;
create index clinic_slot_of_clinic on clinic_slot (clinic_id, slot_date);

-- A free slot that was offered to somebody who waits, and whether they said no. Who says yes is booked.
create table slot_offer (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  slot_id bigint not null references clinic_slot,
  pathway_id bigint not null references pathway,
  offered_date date not null,
  refused_date date check (refused_date >= offered_date),
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user,
  unique (slot_id, pathway_id)
);
create index slot_offer_by_pathway on slot_offer (pathway_id);
revoke delete on slot_offer from surefoot_app;

-- The place of a slot that an appointment takes, from 1 up. The index keeps two people out of one place.
alter table appointment
  add column slot_id bigint references clinic_slot,
  add column slot_place integer,
  add constraint appointment_has_place check ((slot_id is null) = (slot_place is null)) not valid;
create index appointment_by_slot on appointment (slot_id) where slot_id is not null;
create unique index appointment_slot_place on appointment (slot_id, slot_place)
  where slot_id is not null and is_active and (outcome is null or outcome not in ('cancelledByPatient', 'cancelledByService'));

create function count_booked_places() returns trigger language plpgsql as $$
begin
  -- Two changes of one slot at the same moment: the second counts once the first has ended.
  perform from clinic_slot where id in (new.slot_id, case when tg_op = 'UPDATE' then old.slot_id end) order by id for update;
  update clinic_slot set booked = (
    select count(*) from appointment
    where appointment.slot_id = clinic_slot.id and is_active
      and (outcome is null or outcome not in ('cancelledByPatient', 'cancelledByService')))
  where id in (new.slot_id, case when tg_op = 'UPDATE' then old.slot_id end);
  return null;
end $$;
-- What a task to ring or to write is about: it is closed by the letter, the answer or the next change.
alter table task
  add column appointment_id bigint references appointment,
  add column slot_offer_id bigint references slot_offer,
  add column class_place_id bigint references class_place;
create index open_task_by_appointment on task (appointment_id) where closed_at is null and appointment_id is not null;
create index open_task_by_offer on task (slot_offer_id) where closed_at is null and slot_offer_id is not null;
create index open_task_by_place on task (class_place_id) where closed_at is null and class_place_id is not null;

create trigger appointment_takes_place after insert on appointment
  for each row when (new.slot_id is not null) execute function count_booked_places();
create trigger appointment_changes_place after update of slot_id, is_active, outcome on appointment
  for each row when (old.slot_id is not null or new.slot_id is not null) execute function count_booked_places();
