-- Names with rare apostrophes, hyphens and dots are found as those with common ones, and people by the family names they had before.
-- The signs are those of `nameSigns` in contract/fold.ts. What is worked out of a name without them stays as it is, so that few rows
-- change, and the release before finds all that it found.
create or replace function folded(given text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(given) = char_length(given) then
    return translate(lower(given collate "C"), e'''`-. \t\n\r\f\v', '');
  end if;
  return regexp_replace(
    translate(
      replace(replace(replace(replace(replace(replace(replace(
        lower(regexp_replace(normalize(given collate "default", nfkd),
          '[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]',
          '', 'g')),
        'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'), 'ß', 'ss'), 'Þ', 'th'), 'þ', 'th'),
      'ØøŁłĐđÐðĦħı', 'oollddddhhi'),
    '[''`\-.\u00B7\u02B9\u02BB-\u02BF\u02C8\u02CA\u02CB\u055A\u058A\u05BE\u05F3\u2010-\u2015\u2018\u2019\u201B\u2022\u2024\u2027\u2032\u2035\u2043\u2212\u2219\u22C5\u2E3A\u2E3B\u30A0\u30FB\uA78B\uA78C \t\n\r\f\v\u1680\u2028\u2029]', '', 'g');
end
$$;

create or replace function name_in_words(given text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return left(public.folded(translate(given, e'''`\u2018\u2019\u201B\u02B9\u02BB\u02BC\u02BD\u02BE\u02BF\u02C8\u02CA\u02CB\u055A\u05F3\u2032\u2035\uA78B\uA78C-\u058A\u05BE\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u2E3A\u2E3B\u30A0.\u00B7\u2022\u2024\u2027\u2219\u22C5\u30FB ,;:/()&"\t\n\u00a0', repeat('|', 54))), 500);
end
$$;

-- The signs that folding left in keys until now.
create function pg_temp.rare_signs() returns text language sql immutable
return '[\u00B7\u02B9\u02BB\u02BD-\u02BF\u02C8\u02CA\u02CB\u055A\u058A\u05BE\u05F3\u2012\u2014\u2015\u201B\u2022\u2024\u2027\u2032\u2035\u2043\u2212\u2219\u22C5\u2E3A\u2E3B\u30A0\u30FB\uA78B\uA78C]';

-- Keys lose those. `search_terms` is worked out anew where a column is set that it is made of: one that
-- no trigger looks at, since no name changes here.
update patient set
  family_name_key = regexp_replace(family_name_key, pg_temp.rare_signs(), '', 'g'),
  first_name_key = regexp_replace(first_name_key, pg_temp.rare_signs(), '', 'g'),
  phone_work = phone_work
where family_name_key || first_name_key ~ pg_temp.rare_signs();
insert into name_word (word)
select distinct word
from patient, unnest(words_of(name_in_words(family_name)) || words_of(name_in_words(coalesce(first_name, '')))) as word
where concat(family_name, first_name) ~ pg_temp.rare_signs()
on conflict do nothing;
update work_list set
  name_key = regexp_replace(name_key, pg_temp.rare_signs(), '', 'g'), referrer = referrer, registered_gp = registered_gp
where filter_key ~ pg_temp.rare_signs();
update organisation set name_key = regexp_replace(name_key, pg_temp.rare_signs(), '', 'g'), postcode = postcode
where name_key ~ pg_temp.rare_signs();

-- Of former names that differ by such a sign alone the later goes.
delete from former_name using former_name as other
where former_name.family_name_key || former_name.first_name_key ~ pg_temp.rare_signs()
  and other.patient_id = former_name.patient_id and other.id <> former_name.id
  and (other.family_name_key || other.first_name_key !~ pg_temp.rare_signs() or other.id < former_name.id)
  and regexp_replace(other.family_name_key, pg_temp.rare_signs(), '', 'g') = regexp_replace(former_name.family_name_key, pg_temp.rare_signs(), '', 'g')
  and regexp_replace(other.first_name_key, pg_temp.rare_signs(), '', 'g') = regexp_replace(former_name.first_name_key, pg_temp.rare_signs(), '', 'g');
update former_name set
  family_name_key = regexp_replace(family_name_key, pg_temp.rare_signs(), '', 'g'),
  first_name_key = regexp_replace(first_name_key, pg_temp.rare_signs(), '', 'g')
where family_name_key || first_name_key ~ pg_temp.rare_signs();

-- The words of a former family name, as patient_terms has those of the present one.
create function former_terms(family_name text) returns tsvector language plpgsql immutable strict parallel safe as $$
declare
  family text := public.name_in_words(family_name);
begin
  return array_to_tsvector(array_remove(
    string_to_array('n:' || replace(family, '|', '|n:') || '|n:' || replace(family, '|', ''), '|'), 'n:'));
end
$$;
alter table former_name add column search_terms tsvector generated always as (former_terms(family_name)) stored;
create index former_name_by_terms on former_name using gin (search_terms) with (fastupdate = off);

-- Where a name of several words begins again, with all that follows: f: in the family name, g: in the first name. 'Smith-Jones' has
-- 'f:jones'. The search by details looks for these beside the beginnings of the keys.
create function later_name_terms(family_name text, first_name text) returns tsvector
  language plpgsql immutable parallel safe as $$
declare
  family text[] := array_remove(string_to_array(public.name_in_words(family_name), '|'), '');
  first text[] := array_remove(string_to_array(public.name_in_words(first_name), '|'), '');
  terms text[] := '{}';
begin
  for place in 2..coalesce(cardinality(family), 0) loop
    terms := terms || ('f:' || array_to_string(family[place:], ''));
  end loop;
  for place in 2..coalesce(cardinality(first), 0) loop
    terms := terms || ('g:' || array_to_string(first[place:], ''));
  end loop;
  return array_to_tsvector(terms);
end
$$;
create index patient_by_later_names on patient using gin (later_name_terms(family_name, first_name)) where is_active;
