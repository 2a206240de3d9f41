-- The number of a referral in the NHS e-Referral Service, by which it is found (decision 156).
-- No release knows the constraint on its form. Unused since version 1.0.0.
alter table pathway add column ubrn text check (ubrn ~ '^[0-9]{12}$');
-- Not unique: a closed referral keeps its number, and a record that is out of use must not keep it from the right one.
-- The service refuses a second open referral of a number (server/pathways/referral/ubrn.ts).
create index pathway_by_ubrn on pathway (ubrn) where ubrn is not null;

-- By which incoming referrals are found.
create index incoming_referral_ubrn on incoming_referral ((told ->> 'ubrn')) where told ->> 'ubrn' is not null;
create index incoming_referral_family_name on incoming_referral (folded(told #>> '{person,familyName}') text_pattern_ops);

-- The version of the referral at its source when it was fetched or declined: another one was sent again.
alter table incoming_referral add column source_version text check (source_version <> '');
-- The messages of one referral of e-RS: its UBRN, with a version behind it if it was sent again.
create index incoming_referral_of_ubrn on incoming_referral (split_part(message_id, '/', 1)) where source = 'ers';

-- Who told the sender in another way, where the message could not be delivered.
alter table sender_answer
  add column told_at timestamptz,
  add column told_by bigint references app_user,
  add constraint sender_answer_told check ((told_at is null) = (told_by is null) and (told_at is null or state = 'failed'));
create index sender_answer_to_pass_on on sender_answer (incoming_referral_id) where state = 'failed' and told_at is null;

-- How the last reading of the list in e-RS went, for the status of the service. Nothing of a referral is in it.
create table ers_reading (
  is_only boolean primary key default true check (is_only),
  tried_at timestamptz not null,
  succeeded_at timestamptz,
  -- In words that name nobody; null if the last one worked.
  problem text check (problem <> '')
);
revoke delete on ers_reading from surefoot_app;

create index service_message_received on service_message (received_at);
