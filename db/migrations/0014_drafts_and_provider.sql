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

-- Signing in through an OpenID provider: how it names a user, and which sessions came that way.
alter table app_user add column provider_identifier text unique check (provider_identifier <> '');
alter table user_session add column by_provider boolean not null default false;

-- A sign-in on its way through the provider: used once, within minutes, by the browser that began it.
create table provider_attempt (
  state_hash bytea primary key,
  -- SHA-256 of what the browser kept, so that nobody can be signed in by a link of somebody else's
  binding_hash bytea not null,
  -- code verifier and nonce
  sealed bytea not null,
  expires_at timestamptz not null
);
