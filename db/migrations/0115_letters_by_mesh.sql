-- How the mailbox in MESH was last reached, what came into it about letters, and letters that need not be sent any more (decision 159).

-- One, for the whole service.
create table mesh_state (
  id bigint primary key default 1 check (id = 1),
  -- When the mailbox was last checked by a handshake that was accepted
  greeted_at timestamptz,
  tried_at timestamptz,
  succeeded_at timestamptz,
  problem text check (problem <> '')
);
insert into mesh_state default values;
revoke insert, delete on mesh_state from surefoot_app;

-- What came into the mailbox about a letter. It is stored before MESH is told that it was collected.
create table mesh_message (
  message_id text primary key check (message_id <> ''),
  -- Null: about none that is known.
  dispatch_id bigint references letter_dispatch,
  kind text not null check (kind in ('report', 'infrastructure', 'business', 'unreadable')),
  is_positive boolean not null,
  words text not null check (words <> ''),
  received_at timestamptz not null default clock_timestamp()
);
create index mesh_message_by_dispatch on mesh_message (dispatch_id) where dispatch_id is not null;
revoke update, delete on mesh_message from surefoot_app;

-- Signed letters that nobody needs any more, and why.
create table letter_not_needed (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  letter_id bigint not null unique references letter,
  reason text not null check (reason <> ''),
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
revoke update, delete on letter_not_needed from surefoot_app;
