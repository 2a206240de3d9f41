-- What somebody typed into the public referral form and has not sent yet (decision 153).
create table referral_form_draft (
  -- SHA-256 of a token that only the browser has.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  -- Encrypted with a key derived from the token: nobody can read it without the browser.
  sealed bytea not null check (octet_length(sealed) <= 32768),
  begun_at timestamptz not null,
  expires_at timestamptz not null
);
create index referral_form_draft_expires on referral_form_draft (expires_at);
