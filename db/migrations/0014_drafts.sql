-- What someone typed into a form and has not saved, for them alone: sealed with the installation's key, no part of any
-- record, and gone when it is saved or a week old (trust AU-16).
create table draft (
  user_id bigint not null references app_user,
  -- SHA-256 of the place, which names a patient's ids
  place_hash bytea not null,
  sealed bytea not null,
  saved_at timestamptz not null,
  primary key (user_id, place_hash)
);
