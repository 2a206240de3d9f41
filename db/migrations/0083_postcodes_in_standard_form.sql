-- Postcodes were stored as they were typed, such as “zz104ab”, and printed so. From now on a save stores the standard form
-- (contract/postcode.ts); what is stored already follows here. What is no postcode of the United Kingdom stays as it is.
create function pg_temp.standard_postcode(given text) returns text language sql immutable strict as $$
  select case when bare ~ '^([A-Z]{1,2}[0-9][A-Z0-9]?[0-9][A-Z]{2}|GIR0AA)$' then left(bare, -3) || ' ' || right(bare, 3) else given end
  from (select upper(regexp_replace(given, '\s', '', 'g')) as bare) as typed
$$;
update patient set postcode = pg_temp.standard_postcode(postcode) where postcode <> pg_temp.standard_postcode(postcode);
update work_list set postcode = pg_temp.standard_postcode(postcode) where postcode <> pg_temp.standard_postcode(postcode);
update organisation set postcode = pg_temp.standard_postcode(postcode) where postcode <> pg_temp.standard_postcode(postcode);
