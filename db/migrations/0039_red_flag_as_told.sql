-- A sign that is none of the eight, in the words of whoever heard it (docs/flags.md). Two of them may be two different things,
-- so a patient may have several open.
alter table patient_flag
  drop constraint patient_flag_check3,
  add constraint patient_flag_sign check (kind <> 'redFlag' or category in ('blackout', 'headInjury', 'newWeakness', 'cannotStand',
    'chestPain', 'longLie', 'abuse', 'moreFalls', 'other'));
drop index patient_flag_of_sign;
create unique index patient_flag_of_sign on patient_flag (patient_id, category)
  where kind = 'redFlag' and category <> 'other' and ended_at is null;
