-- A new name costs three entries to be found with a letter or two wrong (decision 143), before up to 211. The pieces of a word with the
-- number of its letters: two letters wrong leave one of three pieces as it is.
create function name_pieces(word text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  letters constant integer := length(word);
  first constant integer := letters / 3;
  second constant integer := (letters - first) / 2;
begin
  return array[
    letters || ':1:' || left(word, first),
    letters || ':2:' || substr(word, first + 1, second),
    letters || ':3:' || substr(word, first + second + 1)];
end
$$;
alter table name_word add column pieces text[] generated always as (name_pieces(word)) stored;
create index name_word_by_pieces on name_word using gin (pieces);

-- While machines are upgraded one by one, 1.0.0 finds the words that there are now by their keys; later ones have none.
alter table name_word alter column keys drop expression;
alter table name_word alter column keys drop not null;

-- Most names are one word each: those are looked for without a statement over lists of words. In one order, so that two who add the same
-- words never wait for each other.
create or replace function keep_name_words() returns trigger language plpgsql as $$
declare
  family constant text collate "C" := name_in_words(new.family_name);
  first constant text collate "C" := coalesce(name_in_words(new.first_name), '');
  each text;
begin
  if strpos(family, '|') = 0 and strpos(first, '|') = 0 then
    foreach each in array array[least(family, first), greatest(family, first)] loop
      if each <> '' and not exists (select from name_word where word = each) then
        insert into name_word (word) values (each) on conflict do nothing;
      end if;
    end loop;
    return null;
  end if;
  insert into name_word (word)
  select distinct word
  from unnest(words_of(family) || words_of(first)) as found (word)
  where not exists (select from name_word where name_word.word = found.word)
  order by word
  on conflict do nothing;
  return null;
end
$$;

-- One index finds family names in order and names that look alike, before two.
create index patient_by_names on patient (family_name_key, first_name_key, id) include (date_of_birth) where is_active;
drop index patient_by_family_name;
drop index patient_of_like_name;

-- Most names are one word of plain letters: such a name is its only word. The results of both functions stay the same.
create or replace function name_in_words(given text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if given collate "C" ~ '^[a-zA-Z]+$' then
    return left(lower(given collate "C"), 500);
  end if;
  return left(public.folded(translate(given, e'''`\u2018\u2019\u201B\u02B9\u02BB\u02BC\u02BD\u02BE\u02BF\u02C8\u02CA\u02CB\u055A\u05F3\u2032\u2035\uA78B\uA78C-\u058A\u05BE\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u2E3A\u2E3B\u30A0.\u00B7\u2022\u2024\u2027\u2219\u22C5\u30FB ,;:/()&"\t\n\u00a0', repeat('|', 54))), 500);
end
$$;

create or replace function later_name_terms(family_name text, first_name text) returns tsvector
  language plpgsql immutable parallel safe as $$
declare
  family text[];
  first text[];
  terms text[] := '{}';
begin
  if family_name collate "C" ~ '^[a-zA-Z]+$' and (first_name is null or first_name collate "C" ~ '^[a-zA-Z]+$') then
    return '';
  end if;
  family := array_remove(string_to_array(public.name_in_words(family_name), '|'), '');
  first := array_remove(string_to_array(public.name_in_words(first_name), '|'), '');
  for place in 2..coalesce(cardinality(family), 0) loop
    terms := terms || ('f:' || array_to_string(family[place:], ''));
  end loop;
  for place in 2..coalesce(cardinality(first), 0) loop
    terms := terms || ('g:' || array_to_string(first[place:], ''));
  end loop;
  return array_to_tsvector(terms);
end
$$;
