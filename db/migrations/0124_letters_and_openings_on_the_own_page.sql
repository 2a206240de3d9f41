-- What the own page of a person shows of letters and of who opened the record (decision 169). Unused since version 1.0.0.

-- Letters to the person that left the service. Not: letters to others, deleted ones, those that another letter replaced
-- or that were given up, and none at all of somebody who is not safe at home.
create view my_letter with (security_barrier) as
  select letter.id, letter.title, letter.body, letter.frame, letter.signed_name, letter.signed_as, letter.created_at,
    letter.document_id, letter.pathway_id
  from letter
  join pathway on pathway.id = letter.pathway_id and pathway.is_active
  join patient on patient.id = pathway.patient_id and patient.is_active
  join document on document.id = letter.document_id and document.is_active
  where pathway.patient_id = shown_person()
    and letter.recipient = 'patient'
    and exists (select from letter_dispatch as sent where sent.letter_id = letter.id and sent.state not in ('queued', 'failed'))
    and not exists (select from letter as later where later.corrects_id = letter.id)
    and not exists (select from letter_not_needed as given_up where given_up.letter_id = letter.id)
    and not exists (select from patient_restriction as restriction
      where restriction.patient_id = patient.id and restriction.ended_at is null and restriction.kind = 'safety');

-- Who opened the record of this person, as a day and a role. A list of several people is not an opening. What the service
-- does by itself, such as sending a reminder, is nobody's.
create view my_opening with (security_barrier) as
  select event.at,
    case
      when event.user_id is null and event.criteria ? 'fhirClient' then 'software'
      when event.user_id is null then case event.criteria ->> 'by' when 'contact' then 'acting' else 'person' end
      else case coalesce(role.profile, usual.profile)
        when 'Clinician' then 'clinician'
        when 'Team Lead' then 'clinician'
        when 'Admissions' then 'office'
        when 'External' then 'outside'
        when 'System Administrator' then 'governance'
        when 'Information Governance' then 'governance'
        else 'staff'
      end
    end as who
  from audit_event as event
  left join role on role.name = event.role
  left join app_user on app_user.id = event.user_id
  left join role as usual on usual.id = app_user.default_role_id
  where event.patient_ids && array(select shown_person() union select id from merged_record where into_id = shown_person())
    and cardinality(event.patient_ids) = 1
    and event.kind in ('read', 'write', 'session')
    and event.status < 400
    and (event.user_id is not null or event.criteria ? 'fhirClient' or (event.action like 'own page, %' and event.criteria ? 'by'));

revoke all on my_letter, my_opening from surefoot_app;
grant select on my_letter, my_opening to surefoot_person;
