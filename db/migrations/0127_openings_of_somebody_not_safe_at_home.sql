-- Who opened a record is not shown on the own page of somebody who is not safe at home, as letters are not (decision 169). Unused since version 1.0.0.

-- Who opened the record of this person, as a day and a role. A list of several people is not an opening. What the service
-- does by itself, such as sending a reminder, is nobody's. Nothing is shown of somebody who is not safe at home: who reads
-- along would learn from it that they spoke to the service.
create or replace view my_opening with (security_barrier) as
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
    and (event.user_id is not null or event.criteria ? 'fhirClient' or (event.action like 'own page, %' and event.criteria ? 'by'))
    and not exists (select from patient_restriction as restriction
      where restriction.patient_id = shown_person() and restriction.ended_at is null and restriction.kind = 'safety');
