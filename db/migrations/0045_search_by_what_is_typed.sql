-- One search box understands names in any order, births, postcodes and telephone numbers, and names that are nearly right
-- (decision 61).

-- The words of a name, folded, and the name as one word. Divided where contract/searchText.ts divides what is typed. Folding makes
-- some letters many, and a word of a tsvector may not be longer than 2,046 bytes.
create function name_words(given text) returns text[] language sql immutable strict parallel safe
return array(
  select word
  from (
    select left(folded(part), 250) as word
    from regexp_split_to_table(translate(given, '''’‘ʼ`-‐‑–.,;:/()&"', repeat(' ', 18)), '\s+') as part
    union
    select left(folded(translate(given, ',;:/()&"', '')), 250)) as words
  where word <> ''
  order by word collate "C");

-- A telephone number from its end, because people know and type the end of one: digits alone, 0 in place of +44.
create function telephone_from_end(given text) returns text language sql immutable strict parallel safe
return reverse(regexp_replace(regexp_replace(given, '[^0-9]', '', 'g'), '^(00)?440?(?=[0-9]{9,10}$)', '0'));

-- All that a patient is found by: n: words of names, b: birth as yyyymmdd, h: NHS number, p: postcode, o: its first half,
-- t: telephone numbers from their end.
create function patient_terms(family_name text, first_name text, born date, nhs_number text, postcode text,
  phone_home text, phone_work text, phone_mobile text)
  returns tsvector language sql immutable parallel safe cost 1000
return array_to_tsvector(array(
  select 'n:' || word from unnest(name_words(family_name) || name_words(coalesce(first_name, ''))) as word
  union all
  select 'b:' || substr(day_words(born), 1, 8) where born is not null
  union all
  select 'h:' || nhs_number where nhs_number is not null
  union all
  select 'p:' || folded(postcode) where postcode is not null
  union all
  select 'o:' || case when length(folded(postcode)) > 4 then left(folded(postcode), -3) else folded(postcode) end
  where postcode is not null
  union all
  select 't:' || telephone_from_end(phone) from unnest(array[phone_home, phone_work, phone_mobile]) as phone
  where phone is not null));

create index patient_by_terms on patient using gin (patient_terms(family_name, first_name, date_of_birth, nhs_number,
  postcode, phone_home, phone_work, phone_mobile)) where is_active;

-- A word and what is left of it without one letter, or two of a long one. Two words that share one of these are a letter or two
-- apart: one left out, added, changed or changed places.
create function near_keys(word text) returns text[] language sql immutable strict parallel safe cost 1000
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
create table name_word (word text collate "C" primary key check (word <> ''));
create index name_word_by_near_keys on name_word using gin (near_keys(word));
revoke update, delete on name_word from surefoot_app;

create function keep_name_words() returns trigger language plpgsql as $$
begin
  -- In one order, so that two who add the same words never wait for each other.
  insert into name_word (word)
  select distinct word
  from unnest(name_words(new.family_name) || name_words(coalesce(new.first_name, ''))) as word
  order by word
  on conflict do nothing;
  return null;
end
$$;
create trigger keep_name_words after insert on patient for each row execute function keep_name_words();
create trigger keep_changed_name_words after update of family_name, first_name on patient for each row
  when ((old.family_name, old.first_name) is distinct from (new.family_name, new.first_name))
  execute function keep_name_words();

insert into name_word (word)
select distinct word from patient, unnest(name_words(family_name) || name_words(coalesce(first_name, ''))) as word;

-- The words of a practice or branch, its code and its postcode.
create function organisation_terms(id text, name text, postcode text)
  returns tsvector language sql immutable parallel safe cost 1000
return array_to_tsvector(array(
  select word from unnest(name_words(name)) as word
  union
  select left(folded(code), 250) as word from unnest(array[id, postcode]) as code where folded(code) <> ''));
create index organisation_by_terms on organisation using gin (organisation_terms(id, name, postcode));

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
