-- Whoever closes a task that opened by itself puts it off: it comes back on this day while its cause lasts (decision 60).
alter table task
  add look_again_date date,
  add constraint task_look_again check (look_again_date is null or (kind <> 'manual' and closed_how is not distinct from 'person'));
-- Those that were closed for good until now come back as well.
update task set look_again_date = (closed_at at time zone 'Europe/London')::date + 7
where closed_how = 'person' and kind in ('targetMissed', 'sessionsMissed', 'redFlag');
-- What Today leaves out, which is little.
create index task_put_off on task (pathway_id, look_again_date) where look_again_date is not null;
-- The tasks of all colleagues by their day, without the missed targets, which Today has from the work list.
create index open_task_beside_steps on task (due_date) where closed_at is null and kind <> 'targetMissed';
