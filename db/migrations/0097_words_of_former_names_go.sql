-- Words of the names that a destroyed record had before go with it: they may be nobody else's.
create or replace function destroy_record(of_destruction bigint, by_user bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  decision destruction;
  ids bigint[];
  picked text;
  destroyed jsonb;
  files integer;
  checksum text;
  words text[];
begin
  select * into decision from destruction where id = of_destruction for update;
  if decision.id is null or decision.withdrawn_at is not null or decision.confirmed_at is not null then
    raise exception 'No such decision' using errcode = 'SF001';
  end if;
  if by_user is null or by_user = decision.decided_by then
    raise exception 'A second person has to confirm' using errcode = 'SF002';
  end if;
  perform from patient where id = any(records_of_person(decision.patient_id)) order by id for update;
  if not exists (select from patient where id = decision.patient_id) then
    raise exception 'No such patient' using errcode = 'SF001';
  end if;
  -- As it is now that all of them are locked.
  ids := records_of_person(decision.patient_id);
  if exists (select from merged_record where id = decision.patient_id) then
    raise exception 'The record is part of another' using errcode = 'SF006';
  end if;
  perform from pathway where patient_id = any(ids) order by id for update;
  if exists (select from retention_hold where patient_id = any(ids) and ended_at is null) then
    raise exception 'The record is held' using errcode = 'SF003';
  end if;
  if exists (select from subject_request where patient_id = any(ids) and released_at is null and closed_at is null) then
    raise exception 'A request to see the record is open' using errcode = 'SF004';
  end if;
  if exists (select from work_list where patient_id = any(ids)) then
    raise exception 'A referral is open' using errcode = 'SF005';
  end if;
  picked := format('id = any(%L::bigint[])', ids);
  -- A merge leads to two of its patients and is summed once.
  select encode(sha256(convert_to(coalesce(string_agg(distinct sum, ',' order by sum), ''), 'UTF8')), 'hex') into checksum
  from row_sums('patient', picked) as sum;
  select count(*) into files from document join pathway on pathway.id = document.pathway_id where pathway.patient_id = any(ids);
  -- Files outside the database go after the commit: they are noted as belonging to no document, which they then do not.
  insert into document_pending (stored_name, stored_in, begun_at)
  select stored_name, stored_in, clock_timestamp() - interval '1 day'
  from document join pathway on pathway.id = document.pathway_id
  where pathway.patient_id = any(ids) and document.stored_in <> 'postgres';
  select array_agg(word) into words
  from (
    select family_name, first_name from patient where id = any(ids)
    union all
    select family_name, first_name from former_name where patient_id = any(ids)) as named,
    unnest(words_of(name_in_words(family_name)) || words_of(name_in_words(coalesce(first_name, '')))) as word;
  destroyed := destroy_rows('patient', picked);
  -- Words of names that nobody else has. Nobody may add one meanwhile and find it there.
  lock table name_word in share row exclusive mode;
  delete from name_word where word = any(words) and not exists (
    select from patient where is_active and search_terms @@ name_query(name_word.word))
    and not exists (select from patient where not is_active and search_terms @@ name_query(name_word.word))
    and not exists (select from former_name where search_terms @@ name_query(name_word.word));
  update destruction set confirmed_at = clock_timestamp(), confirmed_by = by_user, counts = destroyed, documents = files,
    sha256 = checksum, merged_ids = array_remove(ids, decision.patient_id),
    version = version + 1, updated_at = clock_timestamp(), updated_by = by_user
  where id = decision.id;
end
$$;
