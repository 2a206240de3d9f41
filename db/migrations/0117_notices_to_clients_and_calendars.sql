-- What the service says by itself to other software: notices to FHIR clients, and cancelled events of calendar feeds (decision 162).

-- What a calendar feed showed last of each of its events, in the words it showed: an event that is no longer in the
-- clinician's diary is shown as cancelled, and one that changed has a higher sequence. No patient is among the words.
create table calendar_feed_event (
  feed_id bigint not null references calendar_feed,
  what text not null check (what in ('appointment', 'session')),
  -- Of the appointment or session, which may be gone.
  record_id bigint not null,
  sequence integer not null,
  changed_at timestamptz not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  summary text not null,
  location text not null,
  is_cancelled boolean not null,
  primary key (feed_id, what, record_id)
);
-- The second half of the UIDs of its events, which stays when the address of the service changes.
alter table calendar_feed add column uid_host text check (uid_host <> '');
