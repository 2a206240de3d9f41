-- The month of the falls calendar that a person may answer on the own page (decision 172). Unused since version 1.0.0.

-- The latest question, as long as nobody answered it and no answer waits to be read, and the person lives and takes part.
create view my_calendar_month with (security_barrier) as
  select question.id, question.period_from, question.period_to, question.asked_date
  from falls_calendar_question as question
  join work_list as listed on listed.pathway_id = question.pathway_id and not listed.deceased
  join lateral (
    select agreed.by_text or agreed.by_mail or agreed.by_call as is_going_on
    from falls_calendar_consent as agreed
    where agreed.patient_id = listed.patient_id and agreed.is_active
    order by agreed.asked_date desc, agreed.id desc limit 1) as consent on consent.is_going_on
  where listed.patient_id = shown_person() and question.falls is null
    and not exists (
      select from falls_calendar_question as later
      join pathway on pathway.id = later.pathway_id
      where pathway.patient_id = listed.patient_id and later.period_to > question.period_to)
    and not exists (
      select from falls_calendar_reply as reply
      where reply.question_id = question.id and reply.outcome in ('toRead', 'toSort'));

revoke all on my_calendar_month from surefoot_app;
grant select on my_calendar_month to surefoot_person;
