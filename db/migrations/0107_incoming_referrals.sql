-- Referrals that came in from outside and wait for a decision, apart from patients until one is accepted (decision 151).
create table incoming_referral (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  -- What the sender keeps, to ask about it.
  reference text not null unique check (reference ~ '^[A-Z0-9]{4}-[A-Z0-9]{4}$'),
  source text not null check (source in ('self', 'relative', 'professional', 'ers', 'bars', 'caseFinding')),
  -- The id of the message at its source: one message never makes two referrals.
  message_id text not null check (message_id <> ''),
  received_at timestamptz not null,
  decide_by date not null,
  -- As the sender said it (contract/exchange/incoming/told.ts). Removed 90 days after a referral was declined or withdrawn.
  told jsonb,
  nhs_number text generated always as (told #>> '{person,nhsNumber}') stored,
  -- What NG249 says by what was told (contract/exchange/incoming/eligibility.ts).
  eligibility text not null check (eligibility in ('comprehensive', 'exercise', 'notNamed', 'unclear')),
  state text not null default 'waiting' check (state in ('waiting', 'asked', 'accepted', 'declined', 'withdrawn')),
  asked_what text check (asked_what <> ''),
  asked_date date,
  chase_date date check (chase_date >= asked_date),
  answer text check (answer <> ''),
  decided_at timestamptz,
  decided_by bigint references app_user,
  declined_referral_id bigint references declined_referral,
  declined_note text check (declined_note <> ''),
  -- The referral of the record that it became.
  pathway_id bigint unique references pathway,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user,
  unique (source, message_id),
  constraint incoming_referral_told check (told is not null or state in ('declined', 'withdrawn')),
  constraint incoming_referral_asked check (state <> 'asked' or num_nulls(asked_what, asked_date, chase_date) = 0),
  constraint incoming_referral_decided check ((decided_at is null) = (state in ('waiting', 'asked'))),
  constraint incoming_referral_accepted check ((pathway_id is null) = (state <> 'accepted')),
  constraint incoming_referral_declined check ((declined_referral_id is null) = (state <> 'declined'))
);
revoke delete on incoming_referral from surefoot_app;
create index incoming_referral_undecided on incoming_referral (decide_by, id) where state in ('waiting', 'asked');
create index incoming_referral_decided on incoming_referral (decided_at) where decided_at is not null;
create index incoming_referral_nhs_number on incoming_referral (nhs_number) where nhs_number is not null;

-- A letter about a referral that was not accepted. The letters of an accepted one are those of its patient.
create table incoming_letter (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  incoming_referral_id bigint not null references incoming_referral,
  -- What is printed around the text: letterhead, addressee, whom it is about and the day. Removed with what was told.
  frame jsonb,
  title text not null check (title <> ''),
  body text,
  signed_by text not null check (signed_by <> ''),
  printed_at timestamptz,
  -- The decision that it told of was undone before it was printed.
  is_active boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user,
  constraint incoming_letter_words check ((frame is null) = (body is null))
);
revoke delete on incoming_letter from surefoot_app;
create index incoming_letter_of_referral on incoming_letter (incoming_referral_id);
create index incoming_letter_to_print on incoming_letter (id) where is_active and printed_at is null;
