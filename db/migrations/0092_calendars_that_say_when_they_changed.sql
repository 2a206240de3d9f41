-- What the calendar of an address showed last, and since when: a program that has it already is told that nothing is new.
alter table calendar_feed add shown_hash bytea, add shown_at timestamptz;
