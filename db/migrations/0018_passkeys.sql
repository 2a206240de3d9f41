-- Passkeys: the public half of a key that stays on a user's device (trust AU-12).
create table passkey (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  -- as the browser names it, base64url
  credential_id text not null unique,
  public_key bytea not null,
  -- of its uses, where the device counts them; a copy of the key shows by a count that falls back
  uses bigint not null,
  transports text[] not null,
  user_agent text,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_user on passkey (user_id);

-- What a device is asked to sign: used once, within minutes. Of nobody for a sign-in, else of who adds a passkey.
create table passkey_challenge (
  hash bytea primary key,
  user_id bigint references app_user,
  expires_at timestamptz not null
);

alter table user_session add column by_passkey boolean not null default false;
