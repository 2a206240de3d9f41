create table document (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  is_active boolean not null default true,
  pathway_id bigint not null references pathway,
  document_type_id bigint not null references document_type,
  -- display text only; where the content lies is stored_name (trust FI-3)
  file_name text not null check (length(file_name) between 1 and 255),
  kind text not null check (kind in ('pdf', 'png', 'jpeg', 'tiff', 'docx', 'xlsx', 'txt', 'rtf')),
  size_bytes integer not null check (size_bytes > 0),
  -- of the content as stored, checked whenever it is read (trust FI-7)
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  stored_in text not null check (stored_in in ('postgres', 'folder', 's3')),
  stored_name uuid not null unique,
  -- unscanned: no scanner was set up; waiting: quarantined until the scanner answers (trust FI-6)
  scan text not null check (scan in ('unscanned', 'waiting', 'clean', 'infected')),
  scanned_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
create index document_by_pathway on document (pathway_id, id);
create index document_by_uploader on document (created_by, created_at);
create index document_to_scan on document (id) where scan in ('unscanned', 'waiting');

-- Contents that lie in the database: written in the transaction of their row.
create table document_content (
  stored_name uuid primary key references document (stored_name),
  content bytea not null
);
-- Files are compressed already.
alter table document_content alter column content set storage external;

-- Contents written to a folder or bucket whose row is not yet committed. The transaction of the row takes the entry
-- away, so what stands here for long belongs to no document and can be removed (trust FI-7).
create table document_pending (
  stored_name uuid primary key,
  stored_in text not null check (stored_in in ('folder', 's3')),
  begun_at timestamptz not null default clock_timestamp()
);

-- A document never changes but for being deleted, restored and scanned, and is never destroyed (trust PR-3).
revoke update, delete on document from surefoot_app;
grant update (is_active, version, updated_at, updated_by, scan, scanned_at) on document to surefoot_app;
revoke update, delete on document_content from surefoot_app;
