-- Which offer of a place in a class a task to ring is about that nobody answered (decision 172). Unused since version 1.0.0.

-- When the place was offered. A task of another offer, or one to tell of the offer, says nothing of silence about this one.
alter table task add column unanswered_since timestamptz;
-- Closed tasks count, too.
create index task_by_place on task (class_place_id) where class_place_id is not null;
drop index open_task_by_place;
