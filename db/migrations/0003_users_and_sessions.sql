-- Rights hang on the protected profile, never on a role's name (trust AZ-3).
create table role (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  name text not null check (name <> ''),
  profile text not null default 'none' check (profile in ('Admissions', 'Clinician', 'Team Lead',
    'System Administrator', 'Information Governance', 'External', 'none')),
  profile_is_fixed boolean not null default false,
  is_active boolean not null default true,
  sort_order integer not null default 0
);
create unique index role_name_among_active on role (lower(btrim(name))) where is_active;

create table app_user (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  user_name text not null check (user_name <> ''),
  user_name_key text not null unique,
  family_name text not null,
  first_name text not null,
  display_name text not null,
  email text,
  phone_number text,
  default_role_id bigint not null references role,
  is_active boolean not null default true,
  password_hash text,
  must_change_password boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);

create table user_role (
  user_id bigint not null references app_user,
  role_id bigint not null references role,
  primary key (user_id, role_id)
);

create table user_session (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  started_at timestamptz not null default clock_timestamp(),
  -- eight hours at most, whatever is refreshed (trust AU-6)
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  address text,
  user_agent text
);
create index user_session_open on user_session (user_id) where ended_at is null;

-- Tokens are stored as SHA-256 only. Every refresh adds a generation; the family is the session (trust AU-6, AU-7).
create table refresh_token (
  hash bytea primary key,
  session_id bigint not null references user_session,
  generation integer not null,
  issued_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  rotated_at timestamptz,
  -- the successor pair, sealed with a key that only the holder of this token has, so that a lost reply can be repeated
  sealed_successor bytea,
  unique (session_id, generation)
);

create table access_token (
  hash bytea primary key,
  session_id bigint not null references user_session,
  issued_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index access_token_by_session on access_token (session_id);
