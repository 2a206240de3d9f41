-- Where each letter is: also by MESH to a practice and by GOV.UK Notify as post, with what became of it (decision 159). Unused since version 1.0.0.

alter table letter_address
  -- How the practice takes letters by MESH; null if it takes none.
  add column mesh_form text check (mesh_form in ('letter', 'sendDocument')),
  -- Where MESH does not know the mailbox by the code of the practice.
  add column mesh_mailbox text check (mesh_mailbox <> '');

alter table letter_dispatch
  -- Our own number of it, which every attempt carries: by it an outside service is asked whether it has it already.
  add column request_id uuid not null default gen_random_uuid() unique,
  -- The number by which the outside service knows it; null until it accepted it.
  add column reference text check (reference <> ''),
  add column mesh_form text check (mesh_form in ('letter', 'sendDocument')),
  -- When it is sent, or asked about, again; null if nothing is due.
  add column next_at timestamptz,
  -- Whether an attempt began whose outcome is unknown, so that the service is asked before it is sent again.
  add column is_uncertain boolean not null default false,
  add column accepted_at timestamptz,
  add column settled_at timestamptz,
  drop constraint letter_dispatch_way_check,
  drop constraint letter_dispatch_state_check,
  drop constraint letter_dispatch_check2,
  add constraint letter_dispatch_way_check check (way in ('print', 'mail', 'mesh', 'post')),
  -- queued: to be sent; accepted: the outside service has it; posted: printed and in the post; arrived: the recipient's system has it
  add constraint letter_dispatch_state_check check (state in ('printed', 'queued', 'accepted', 'posted', 'arrived', 'failed')),
  add constraint letter_dispatch_addressed_check check (way in ('print', 'post') or address is not null),
  add constraint letter_dispatch_posted_check check (state <> 'posted' or way = 'post');
create unique index letter_dispatch_by_reference on letter_dispatch (way, reference) where reference is not null;
create index letter_dispatch_by_due on letter_dispatch (next_at, id) where next_at is not null;
create index letter_dispatch_by_failed on letter_dispatch (letter_id) where state = 'failed';
grant update (reference, next_at, is_uncertain, accepted_at, settled_at) on letter_dispatch to surefoot_app;

-- What became of it, step by step. The words name nobody.
create table letter_dispatch_step (
  id bigint generated always as identity primary key,
  dispatch_id bigint not null references letter_dispatch,
  at timestamptz not null default clock_timestamp(),
  state text not null check (state in ('queued', 'accepted', 'posted', 'arrived', 'failed')),
  words text not null check (words <> '')
);
create index letter_dispatch_step_by_dispatch on letter_dispatch_step (dispatch_id, id);
revoke update, delete on letter_dispatch_step from surefoot_app;
