-- Lists of people who may need the service, from a practice, a hospital or the ambulance service (decision 155).
create table case_finding_list (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  kind text not null check (kind in ('frailty', 'falls', 'fractureLiaison', 'ambulance')),
  -- Who sent it, in words: a practice, an Integrated Care Board, a hospital.
  sender text not null check (sender <> ''),
  -- The day on which it was drawn up.
  list_date date not null,
  -- Why the service may hold the names of people who asked for nothing.
  legal_basis text not null check (legal_basis <> ''),
  -- The same people in the same order, of the same sender and day: a list is stored once.
  content bytea not null,
  -- When its people were removed. What is counted stays.
  removed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user,
  unique (kind, sender, list_date, content)
);
revoke delete on case_finding_list from surefoot_app;

-- One person on a list. Who of them is registered is found when it is asked for, because people are registered later.
create table listed_person (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  list_id bigint not null references case_finding_list,
  row_number integer not null check (row_number > 0),
  -- As the sender said it (contract/exchange/incoming/told.ts). Removed with the people of the list.
  told jsonb,
  nhs_number text generated always as (told #>> '{person,nhsNumber}') stored,
  -- What NG249 says by what was told (contract/exchange/incoming/eligibility.ts).
  eligibility text not null check (eligibility in ('comprehensive', 'exercise', 'notNamed', 'unclear')),
  -- The person asked the sender not to be contacted about this.
  is_opted_out boolean not null default false,
  -- The incoming referral that was made of it.
  incoming_referral_id bigint unique references incoming_referral,
  -- How it stood when its words were removed, for the counts.
  standing text check (standing in ('known', 'invited', 'declined', 'neverReached', 'died')),
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user,
  unique (list_id, row_number),
  constraint listed_person_standing check ((told is null) = (standing is not null))
);
revoke delete on listed_person from surefoot_app;
create index listed_person_nhs_number on listed_person (nhs_number) where nhs_number is not null;
create index listed_person_to_send on listed_person (list_id, row_number) where incoming_referral_id is null;

-- People who must not be contacted because of a list, whatever list names them later. Only the number is kept, for good.
create table case_finding_opt_out (
  nhs_number text primary key check (nhs_number ~ '^[0-9]{10}$'),
  -- Whose answer said so, so that undoing that answer undoes it.
  incoming_referral_id bigint references incoming_referral,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user
);

-- A list that is being uploaded. It goes when the list is loaded, or after a day.
create table case_finding_upload (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  checked_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index case_finding_upload_user on case_finding_upload (user_id);
create table case_finding_upload_part (
  upload_id bigint not null references case_finding_upload on delete cascade,
  part integer not null check (part > 0),
  bytes bytea not null,
  primary key (upload_id, part)
);

-- An invitation goes to the person before anybody has decided; all other letters say what was decided.
alter table incoming_letter add column is_invitation boolean not null default false;
