-- Texts and e-mails to patients and to people who referred, and whether each was delivered (decision 160).

-- The text is not kept, nor the address: the end of the number says which telephone was meant.
create table sent_message (
  id bigint generated always as identity primary key,
  -- By which the attempts of one job find it, so that no message leaves twice.
  job_key text not null unique check (job_key <> ''),
  purpose text not null check (purpose in
    ('reminder', 'booked', 'moved', 'cancelled', 'offered', 'classEnds', 'waitEnded', 'acknowledgement')),
  channel text not null check (channel in ('text', 'mail')),
  pathway_id bigint references pathway,
  incoming_referral_id bigint references incoming_referral on delete cascade,
  appointment_id bigint references appointment,
  number_end text check (number_end ~ '^[0-9]{3}$'),
  -- Our own number of it, by which GOV.UK Notify is asked whether it has it already.
  reference uuid not null default gen_random_uuid() unique,
  -- The number by which Notify knows it; null before that, and for what a mail server took.
  notify_id uuid unique,
  -- queued: not accepted yet; sent: accepted, and delivery is not known
  state text not null default 'queued' check (state in ('queued', 'sent', 'delivered', 'failed')),
  -- In words that name nobody.
  why text check (why <> ''),
  -- When the last attempt began whose outcome is unknown, so that Notify is asked before it is sent again.
  uncertain_since timestamptz,
  -- When it is asked about; null if nothing more is expected.
  next_at timestamptz,
  times_asked integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  settled_at timestamptz,
  constraint sent_message_about check ((pathway_id is null) <> (incoming_referral_id is null)),
  constraint sent_message_settled check (settled_at is not null or state in ('queued', 'sent')),
  constraint sent_message_over check (settled_at is null or next_at is null)
);
create index sent_message_by_pathway on sent_message (pathway_id, id) where pathway_id is not null;
create index sent_message_by_incoming on sent_message (incoming_referral_id) where incoming_referral_id is not null;
create index sent_message_by_appointment on sent_message (appointment_id, id) where appointment_id is not null;
create index sent_message_by_due on sent_message (next_at, id) where next_at is not null;
grant select on sent_message to surefoot_reader;
revoke delete on sent_message from surefoot_app;
