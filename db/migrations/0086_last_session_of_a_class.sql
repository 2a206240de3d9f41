-- The last session of the class in which somebody still has a place by an exercise plan: where a person stands says that it is over.
-- People outside the service read that, and nothing else of classes.
create view class_until as
  select member.exercise_id, member.pathway_id, max(session.session_date) as day
  from class_member as member
  join class_session as session on session.class_id = member.class_id
  where member.exercise_id is not null and member.ended_how is null
  group by member.exercise_id, member.pathway_id;
grant select on class_until to surefoot_app, surefoot_reader;
