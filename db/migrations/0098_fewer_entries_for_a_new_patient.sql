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

-- One statement for all words of a name; they are looked for first, because most are known.
create or replace function keep_name_words() returns trigger language plpgsql as $$
begin
  insert into name_word (word)
  select distinct word
  from unnest(words_of(name_in_words(new.family_name)) || words_of(name_in_words(new.first_name))) as found (word)
  where not exists (select from name_word where name_word.word = found.word)
  -- In one order, so that two who add the same words never wait for each other.
  order by word
  on conflict do nothing;
  return null;
end
$$;

-- One index finds family names in order and names that look alike, before two.
create index patient_by_names on patient (family_name_key, first_name_key, id) include (date_of_birth) where is_active;
drop index patient_by_family_name;
drop index patient_of_like_name;
