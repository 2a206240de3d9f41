-- What stands beside a telephone number: an extension, whose it is, when to ring. Apart from the number, which is dialled, texted and found.
alter table patient add phone_home_note text, add phone_work_note text, add phone_mobile_note text;
alter table next_of_kin add phone_number_note text;
alter table patient_contact add phone_number_note text;
alter table app_user add phone_number_note text;

-- As contract/telephone.ts says it: “01632 960 105 ext 204”, “07700 900108 (daughter)”.
create function telephone_in_words(number text, note text) returns text language sql immutable parallel safe
  return case when note is null then number when note ~ '^ext [0-9]{1,6}$' then number || ' ' || note else number || ' (' || note || ')' end;
