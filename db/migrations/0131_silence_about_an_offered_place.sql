-- Which offer of a place in a class a task to ring is about that nobody answered (decision 172). Unused since version 1.0.0.

-- When the place was offered. A task of another offer, or one to tell of the offer, says nothing of silence about this one.
alter table task add column unanswered_since timestamptz;
-- Closed tasks count, too.
create index task_by_place on task (class_place_id) where class_place_id is not null;
drop index open_task_by_place;

-- Who was rung about an offer before is not rung about the same one again.
update class_place set offered_at = updated_at
where offered_at is null and id in (select id from class_member where state = 'offered' and ended_how is null);
update task set unanswered_since = place.offered_at
from class_place as place
where place.id = task.class_place_id and task.text like 'Ring the person: the place in the class%' and place.offered_at <= task.created_at;
