-- One search box understands names in any order, births, postcodes and telephone numbers, and names that are nearly right
-- (decision 61).

-- A name folded, with a bar where it is divided into words: 'mac|giolla'. Divided where contract/searchText.ts divides what is typed.
-- Folding makes some letters many, and a word of a tsvector may not be longer than 2,046 bytes.
create function name_in_words(given text) returns text language sql immutable strict parallel safe
return left(folded(translate(given, e''' ’‘ʼ`-‐‑–.,;:/()&"\t\n\u00a0', repeat('|', 22))), 500);

-- The words of such a name, and the name as one word.
create function words_of(divided text) returns text[] language sql immutable strict parallel safe
return array_remove(string_to_array(divided, '|') || replace(divided, '|', ''), '');

-- A telephone number from its end, because people know and type the end of one: digits alone, 0 in place of +44.
create function telephone_from_end(given text) returns text language sql immutable strict parallel safe
return reverse(regexp_replace(regexp_replace(given, '[^0-9]', '', 'g'), '^(00)?440?(?=[0-9]{9,10}$)', '0'));

-- Words of a name and parts of a postcode as terms, with a bar in front of each.
create function name_terms(divided text) returns text language sql immutable strict parallel safe
return '|n:' || replace(divided, '|', '|n:') || '|n:' || replace(divided, '|', '');
create function postcode_terms(compact text) returns text language sql immutable strict parallel safe
return '|p:' || compact || '|o:' || case when length(compact) > 4 then left(compact, -3) else compact end;

-- All that a patient is found by: n: words of names, b: birth as yyyymmdd, h: NHS number, p: postcode, o: its first half,
-- t: telephone numbers from their end. Worked out for every patient that is saved, hence as one text and not as a query.
create function patient_terms(family_name text, first_name text, born date, nhs_number text, postcode text,
  phone_home text, phone_work text, phone_mobile text)
  returns tsvector language sql immutable parallel safe
return array_to_tsvector(array_remove(array_remove(string_to_array(
  coalesce(name_terms(name_in_words(family_name)), '')
    || coalesce(name_terms(name_in_words(first_name)), '')
    || coalesce('|b:' || substr(day_words(born), 1, 8), '')
    || coalesce('|h:' || nhs_number, '')
    || coalesce(postcode_terms(replace(folded(postcode), '|', '')), '')
    || coalesce('|t:' || telephone_from_end(phone_home), '')
    || coalesce('|t:' || telephone_from_end(phone_work), '')
    || coalesce('|t:' || telephone_from_end(phone_mobile), ''), '|'), 'n:'), ''));

-- Stored, so that no search works it out again: a plan that looks at rows one by one would take seconds.
alter table patient add column search_terms tsvector generated always as (patient_terms(family_name, first_name, date_of_birth,
  nhs_number, postcode, phone_home, phone_work, phone_mobile)) stored;
create index patient_by_terms on patient using gin (search_terms) where is_active;

-- A word and what is left of it without one letter, or two of a long one. Two words that share one of these are a letter or two
-- apart: one left out, added, changed or changed places.
create function near_keys(word text) returns text[] language sql immutable strict parallel safe
return array(
  select word
  union
  select overlay(word placing '' from one for 1) from generate_series(1, length(word)) as one
  where length(word) between 3 and 20
  union
  select overlay(overlay(word placing '' from two for 1) placing '' from one for 1)
  from generate_series(1, length(word)) as one, generate_series(one + 1, length(word)) as two
  where length(word) between 6 and 20);

-- Every word of a name, once, because there are far fewer of them than patients. None is taken away again: a word that nobody has
-- any more finds nobody.
create table name_word (
  word text collate "C" primary key check (word <> ''),
  keys text[] not null generated always as (near_keys(word)) stored
);
create index name_word_by_keys on name_word using gin (keys);
revoke update, delete on name_word from surefoot_app;

create function keep_name_words() returns trigger language plpgsql as $$
declare
  found text[] := words_of(name_in_words(new.family_name)) || words_of(name_in_words(new.first_name));
  each text;
begin
  -- In one order, so that two who add the same words never wait for each other. Looked for first, because an insert works the keys out
  -- before it meets the word that is there.
  for each in select distinct word from unnest(found) as word order by word loop
    if not exists (select from name_word where word = each) then
      insert into name_word (word) values (each) on conflict do nothing;
    end if;
  end loop;
  return null;
end
$$;
create trigger keep_name_words after insert on patient for each row execute function keep_name_words();
create trigger keep_changed_name_words after update of family_name, first_name on patient for each row
  when ((old.family_name, old.first_name) is distinct from (new.family_name, new.first_name))
  execute function keep_name_words();

insert into name_word (word)
select distinct word
from patient, unnest(words_of(name_in_words(family_name)) || words_of(name_in_words(first_name))) as word;

-- The words of a practice or branch, its code and its postcode.
create function organisation_terms(id text, name text, postcode text)
  returns tsvector language sql immutable parallel safe
return array_to_tsvector(array_remove(words_of(name_in_words(name)) || folded(id) || coalesce(folded(postcode), ''), ''));
alter table organisation add column search_terms tsvector generated always as (organisation_terms(id, name, postcode)) stored;
create index organisation_by_terms on organisation using gin (search_terms);

-- The patients whom a user had open last, out of the audit, which the application itself may not read.
create function recently_opened(of_user bigint, since timestamptz, most integer) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select patient_ids[1]
  from (
    select id, patient_ids
    from audit_event
    where user_id = of_user and at >= since and kind = 'read' and status = 200
      and action in ('GET /api/patient/get', 'GET /api/pathway/get') and cardinality(patient_ids) = 1
    order by id desc
    limit 500) as opened
  group by patient_ids[1]
  order by max(id) desc
  limit most
$$;
revoke all on function recently_opened(bigint, timestamptz, integer) from public;
grant execute on function recently_opened(bigint, timestamptz, integer) to surefoot_app;
