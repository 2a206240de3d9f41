-- The same keys of a word in an eighth of the time: a query for each word was half of what an import of patients took. What is stored
-- stays; a key that comes twice, as of double letters, is one in the index.
create or replace function near_keys(word text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  letters constant integer := length(word);
  keys text[] := array[word];
  shorter text;
begin
  if letters not between 3 and 20 then
    return keys;
  end if;
  for one in 1..letters loop
    shorter := left(word, one - 1) || substr(word, one + 1);
    keys := keys || shorter;
    if letters >= 6 then
      for two in one..letters - 1 loop
        keys := keys || (left(shorter, two - 1) || substr(shorter, two + 1));
      end loop;
    end if;
  end loop;
  return keys;
end
$$;
