-- Letters take what they say from the record: the appointment that they are about, and who signs with profession and registration.
alter table letter add column appointment_id bigint references appointment;
-- Day, time, place and clinician as the letter has them
alter table letter add column appointment jsonb;
alter table letter add column signed_as text;
create index letter_by_appointment on letter (appointment_id) where appointment_id is not null;
alter table letter_draft add column appointment_id bigint references appointment;
create index letter_draft_by_appointment on letter_draft (appointment_id) where appointment_id is not null;
alter table app_user add column profession text;
alter table app_user add column registration text;
