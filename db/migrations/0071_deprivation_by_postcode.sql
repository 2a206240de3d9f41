-- How deprived the place of a postcode is, from a file that an administrator imports (decision 113).

-- One file. Nothing is counted by it until it is put to use, and then the one before it goes.
create table deprivation_file (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  file_name text not null,
  created_at timestamptz not null default clock_timestamp(),
  used_from timestamptz
);

-- Capitals without a space, so that it does not matter how an address was typed. 1 is the most deprived fifth.
create table postcode_deprivation (
  postcode text not null check (postcode ~ '^[A-Z0-9]{5,7}$'),
  file_id bigint not null references deprivation_file on delete cascade,
  fifth smallint not null check (fifth between 1 and 5),
  primary key (postcode, file_id)
);
create index postcode_deprivation_by_file on postcode_deprivation (file_id);
