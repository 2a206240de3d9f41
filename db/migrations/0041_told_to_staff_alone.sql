-- What people outside the service do not read, by the database's own rule too (decision 55): a concern that means suspected abuse,
-- because the reader may be the person whom it is about, and the falls that were told of in a call.
alter table wellbeing_concern enable row level security;
create policy wellbeing_concern_staff on wellbeing_concern to surefoot_app using (true) with check (true);
create policy wellbeing_concern_shared on wellbeing_concern for select to surefoot_reader
  using (exists (
    select from concern where concern.id = wellbeing_concern.concern_id and concern.red_flag_sign is distinct from 'abuse'));

alter table followup_fall enable row level security;
create policy followup_fall_staff on followup_fall to surefoot_app using (true) with check (true);
