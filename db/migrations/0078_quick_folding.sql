-- What is worked out of a row that is saved, in functions that a connection plans once. PostgreSQL looks into a function in SQL anew for
-- each statement that stores a row with a column made by it: of a patient 0.33 ms and of a row of the lists 0.43 (decision 124).
-- Each answers what the one in its place answered of every day from year 1 to 9999, so nothing that is stored changes. Letters are
-- made small or capital by the rules of the database whatever the column that is asked about is sorted by, as before. Names stand
-- with their schema: a restored copy is filled with no search path.

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
    '[''’‘ʼ`\-‐‑–. \t\n\r\f\v\u1680\u2028\u2029]', '', 'g');
end
$$;

create or replace function day_words(given date) returns text language plpgsql immutable strict parallel safe as $$
begin
  return to_char(given::timestamp, 'YYYYMMDD DDmonYYYY');
end
$$;

create or replace function postcode_district(postcode text) returns text language plpgsql immutable strict parallel safe as $$
declare
  bare text := btrim(postcode);
  shown text := upper(bare collate "default");
begin
  return case
    when bare like '% %' then split_part(shown, ' ', 1)
    when char_length(bare) > 4 then left(shown, -3)
    else shown
  end;
end
$$;

create or replace function name_in_words(given text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return left(public.folded(translate(given, e''' ’‘ʼ`-‐‑–.,;:/()&"\t\n\u00a0', repeat('|', 22))), 500);
end
$$;

create or replace function patient_terms(family_name text, first_name text, born date, nhs_number text, postcode text,
  phone_home text, phone_work text, phone_mobile text)
  returns tsvector language plpgsql immutable parallel safe as $$
declare
  family text := public.name_in_words(family_name);
  first text := public.name_in_words(first_name);
  place text := replace(public.folded(postcode), '|', '');
  terms text := coalesce('|n:' || replace(family, '|', '|n:') || '|n:' || replace(family, '|', ''), '')
    || coalesce('|n:' || replace(first, '|', '|n:') || '|n:' || replace(first, '|', ''), '')
    || coalesce('|b:' || substr(public.day_words(born), 1, 8), '') || coalesce('|h:' || nhs_number, '');
begin
  if place is not null then terms := terms || public.postcode_terms(place); end if;
  if phone_home is not null then terms := terms || '|t:' || public.telephone_from_end(phone_home); end if;
  if phone_work is not null then terms := terms || '|t:' || public.telephone_from_end(phone_work); end if;
  if phone_mobile is not null then terms := terms || '|t:' || public.telephone_from_end(phone_mobile); end if;
  return array_to_tsvector(array_remove(array_remove(string_to_array(terms, '|'), 'n:'), ''));
end
$$;
