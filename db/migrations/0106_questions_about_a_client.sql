-- What a FHIR client read is found by an index of its events alone, which were none before 0103.
create index audit_event_by_client on audit_event ((criteria ->> 'fhirClient'), id) where criteria ? 'fhirClient';

-- As in 0103, by that index.
create or replace function audit_events_asked(question text, subject bigint, actions text[], first_day date, last_day date, most integer)
  returns table (id bigint, at timestamptz, kind text, action text, status integer, user_id bigint, role text,
    patient_id bigint, patients integer, criteria jsonb, address text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute format('
    select id, at, kind, action, status, user_id, role, patient_ids[1], cardinality(patient_ids), criteria, address
    from audit_event
    where %s and at >= london_day($3) and at < london_day($4 + 1)
    order by id desc limit $5',
    case question
      when 'patient' then 'patient_ids && ids_of_person($1)'
      when 'user' then 'user_id = $1'
      when 'client' then 'criteria ? ''fhirClient'' and criteria ->> ''fhirClient'' = $1::text'
      when 'refused' then 'kind = ''refusal'''
      when 'exports' then 'action = any ($2) and kind <> ''refusal'''
    end)
    using subject, actions, first_day, last_day, most;
end
$$;
