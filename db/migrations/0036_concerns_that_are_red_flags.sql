-- Which concerns mean a red flag (docs/flags.md): the row keeps its sign under any name. An administrator's own name for the
-- same concern is not guessed at.
alter table concern add red_flag_sign text check (red_flag_sign in ('blackout', 'headInjury', 'newWeakness', 'cannotStand',
  'chestPain', 'longLie', 'abuse', 'moreFalls'));
update concern set red_flag_sign = 'blackout' where name = 'Blackouts or unexplained falls';
update concern set red_flag_sign = 'longLie' where name = 'Cannot get up from floor / long lie';
update concern set red_flag_sign = 'abuse' where name = 'Safeguarding';
