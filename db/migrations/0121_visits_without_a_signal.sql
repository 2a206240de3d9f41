-- Visits without a signal (decision 165): which device took which visits along, and what was typed there and handed in.
create table visit_pack (
  id uuid primary key,
  user_id bigint not null references app_user,
  -- The role in which it was taken; null for all roles of the user.
  role_id bigint references role,
  session_id bigint not null,
  device text not null check (device <> ''),
  made_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  ended_by bigint references app_user,
  end_reason text check (end_reason in ('done', 'signedOut', 'wrongPin', 'lost')),
  -- Our half of the key, what opens sealed text, and the proof that it was typed with the pack open.
  sealed bytea not null,
  check (ends_at > made_at),
  check ((ended_at is null) = (end_reason is null))
);
create index visit_pack_by_user on visit_pack (user_id, made_at);

create table visit_pack_visit (
  pack_id uuid not null references visit_pack,
  appointment_id bigint not null references appointment,
  primary key (pack_id, appointment_id)
);
create index visit_pack_visit_by_appointment on visit_pack_visit (appointment_id);

create table visit_entry (
  id uuid primary key,
  pack_id uuid not null references visit_pack,
  -- Of the pack; the record that it belongs to follows from the appointment.
  user_id bigint not null references app_user,
  appointment_id bigint not null references appointment,
  form text not null check (form <> ''),
  typed_at timestamptz not null,
  handed_in_at timestamptz not null,
  handed_in_by bigint not null references app_user,
  state text not null default 'waiting' check (state in ('waiting', 'saved', 'dropped')),
  why text check (why in ('conflict', 'restricted', 'rights', 'refused', 'unfinished')),
  -- What the service said to it, in words.
  message text,
  -- What was typed, until it is saved or dropped.
  sealed bytea,
  settled_at timestamptz,
  settled_by bigint references app_user,
  check ((state = 'waiting') = (sealed is not null)),
  check ((state = 'waiting') = (settled_at is null))
);
create index visit_entry_by_appointment on visit_entry (appointment_id);
create index visit_entry_waiting on visit_entry (user_id, typed_at) where state = 'waiting';
revoke delete on visit_pack, visit_pack_visit, visit_entry from surefoot_app;
