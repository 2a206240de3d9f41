-- What the filter of a list compares: folded as contract/fold.ts folds names, for the letters of Europe; a test holds
-- the two equal. Text in plain letters, which is nearly all of it, takes the short way.
create function folded(given text) returns text language sql immutable strict parallel safe
return case when octet_length(given) = char_length(given)
  then translate(lower(given collate "C"), e'''`-. \t\n\r\f\v', '')
  else regexp_replace(
    translate(
      replace(replace(replace(replace(replace(replace(replace(
        lower(regexp_replace(normalize(given, nfkd),
          '[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]',
          '', 'g')),
        'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'), 'ß', 'ss'), 'Þ', 'th'), 'þ', 'th'),
      'ØøŁłĐđÐðĦħı', 'oollddddhhi'),
    '[''’‘ʼ`\-‐‑–. \t\n\r\f\v\u1680\u2028\u2029]', '', 'g')
  end;

-- A day as a filter may be typed, folded: 1945-07-14 and 14-Jul-1945.
create function day_words(given date) returns text language sql immutable strict parallel safe
return lpad(extract(year from given)::integer::text, 4, '0') || lpad(extract(month from given)::integer::text, 2, '0')
  || lpad(extract(day from given)::integer::text, 2, '0') || ' ' || lpad(extract(day from given)::integer::text, 2, '0')
  || substr('janfebmaraprmayjunjulaugsepoctnovdec', extract(month from given)::integer * 3 - 2, 3)
  || lpad(extract(year from given)::integer::text, 4, '0');

-- PostgreSQL keeps these itself. Referrer and practice sort by their folded names, whatever the case and accents, and the
-- filter looks through one column instead of nine.
alter table work_list
  add column referrer_key text collate "C" generated always as (folded(referrer)) stored,
  add column registered_gp_key text collate "C" generated always as (folded(registered_gp)) stored,
  add column filter_key text collate "C" generated always as (
    name_key || coalesce(' ' || folded(name_prefix), '') || coalesce(' ' || nhs_number, '')
    || coalesce(' ' || day_words(date_of_birth), '') || ' ' || folded(gender) || coalesce(' ' || folded(postcode), '')
    || coalesce(' ' || day_words(referral_date), '') || coalesce(' ' || folded(referrer), '')
    || coalesce(' ' || folded(registered_gp), '')) stored;
drop index work_list_by_referrer;
drop index work_list_by_gp;
create index work_list_by_referrer on work_list (stage, referrer_key, pathway_id);
create index work_list_by_gp on work_list (stage, registered_gp_key, pathway_id);
