-- Falls counted month by month without paper (decision 164): who agreed, each question with its tries, and every reply. Unused since version 1.0.0.

alter table sent_message
  drop constraint sent_message_purpose_check,
  add constraint sent_message_purpose_check check (purpose in
    ('reminder', 'booked', 'moved', 'cancelled', 'offered', 'classEnds', 'waitEnded', 'acknowledgement', 'ownPage', 'fallsCalendar'));

-- What the patient answered when asked to take part. The answer of the latest day counts, and of one day the later one.
-- Where none of the ways may be used, the calendar is stopped.
create table falls_calendar_consent (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  is_active boolean not null default true,
  patient_id bigint not null references patient,
  asked_date date not null,
  by_text boolean not null,
  by_mail boolean not null,
  by_call boolean not null,
  -- Somebody else hears or sees what comes to the mobile telephone: nothing is sent there.
  is_silent_number boolean not null default false,
  note text,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
create index falls_calendar_consent_by_patient on falls_calendar_consent (patient_id, asked_date, id);
revoke delete on falls_calendar_consent from surefoot_app;

-- One for each month that somebody was asked about.
create table falls_calendar_question (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  pathway_id bigint not null references pathway,
  month_number integer not null check (month_number between 1 and 12),
  period_from date not null,
  period_to date not null,
  asked_date date not null,
  falls integer check (falls between 0 and 99),
  -- How the number came; null as long as nobody said.
  counted_from text check (counted_from in ('text', 'page', 'mail', 'call')),
  counted_date date,
  -- Who entered it; null where the reply was sure and no person read it.
  accepted_by bigint references app_user,
  -- Why the number was changed after it had been counted.
  correction_reason text check (correction_reason <> ''),
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user,
  unique (pathway_id, period_from),
  check (period_to >= period_from),
  constraint falls_calendar_question_counted check ((falls is null) = (counted_from is null) and (falls is null) = (counted_date is null))
);
create index falls_calendar_question_open on falls_calendar_question (asked_date, id) where falls is null;
revoke delete on falls_calendar_question from surefoot_app;

-- Each time that somebody was asked. The number is kept, since a reply is known by it alone, also after the record has another.
create table falls_calendar_try (
  id bigint generated always as identity primary key,
  question_id bigint not null references falls_calendar_question,
  try_number integer not null check (try_number in (1, 2)),
  channel text not null check (channel in ('text', 'mail', 'call')),
  telephone text check (telephone ~ '^07[0-9]{9}$'),
  -- waiting: to be sent; sent: sent, or on the list of calls; dropped: it came to nothing
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped')),
  asked_date date not null,
  created_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  unique (question_id, try_number),
  check ((state = 'waiting') = (settled_at is null))
);
create index falls_calendar_try_by_telephone on falls_calendar_try (telephone) where telephone is not null;
revoke delete on falls_calendar_try from surefoot_app;

create table falls_calendar_reply (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  pathway_id bigint not null references pathway,
  -- The question that it answers; null if none was open.
  question_id bigint references falls_calendar_question,
  channel text not null check (channel in ('text', 'page', 'mail', 'call')),
  -- The number of the message at its source, such as GOV.UK Notify, which may bring it more than once.
  source_id uuid,
  words text not null,
  received_at timestamptz not null,
  -- The number that it says or, of one that somebody reads, may say.
  falls integer,
  is_urgent boolean not null default false,
  -- counted: its number is that of the question; repeated: the same number again; stopped: it ended the calendar;
  -- notCounted: it came when nothing was asked; toRead, toSort: somebody has to read it, or to say whose it is;
  -- read, notTheirs: somebody did
  outcome text not null check (outcome in
    ('counted', 'repeated', 'stopped', 'notCounted', 'toRead', 'toSort', 'read', 'notTheirs')),
  settled_date date,
  settled_by bigint references app_user,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user,
  unique (source_id, pathway_id)
);
create index falls_calendar_reply_by_pathway on falls_calendar_reply (pathway_id, id);
create index falls_calendar_reply_unread on falls_calendar_reply (pathway_id) where outcome in ('toRead', 'toSort');
revoke delete on falls_calendar_reply from surefoot_app;
