-- Letters: templates with their versions, letters that are not signed yet, signed ones that nothing changes, and how each left (decision 110).

create table letter_template (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  is_active boolean not null default true,
  name text not null check (name <> ''),
  recipient text not null check (recipient in ('patient', 'gp')),
  occasion text not null check (occasion in ('accepted', 'declined', 'invitation', 'didNotAttend', 'cannotReach', 'discharge',
    'other')),
  document_type_id bigint not null references document_type,
  title text not null check (title <> ''),
  body text not null check (body <> ''),
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
revoke delete on letter_template from surefoot_app;

-- What the template was at each version: a letter says of which it was made.
create table letter_template_version (
  template_id bigint not null references letter_template,
  template_version integer not null,
  title text not null,
  body text not null,
  saved_at timestamptz not null default clock_timestamp(),
  saved_by bigint references app_user,
  primary key (template_id, template_version)
);
revoke update, delete on letter_template_version from surefoot_app;

-- One, for the whole service.
create table letterhead (
  id bigint primary key default 1 check (id = 1),
  version integer not null default 1,
  service_name text not null check (service_name <> ''),
  address text check (address <> ''),
  telephone text check (telephone <> ''),
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
insert into letterhead (service_name) values ('Falls prevention service');
revoke insert, delete on letterhead from surefoot_app;

-- Where an organisation takes letters by mail: no column of the organisation, which national files replace.
create table letter_address (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  organisation_id text not null unique references organisation,
  email text check (email <> ''),
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
revoke delete on letter_address from surefoot_app;

-- Signed: the very words and the address, whatever becomes of the record afterwards.
create table letter (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  pathway_id bigint not null references pathway,
  template_id bigint not null,
  template_version integer not null,
  recipient text not null check (recipient in ('patient', 'gp')),
  recipient_organisation_id text references organisation,
  title text not null check (title <> ''),
  body text not null check (body <> ''),
  -- What stands around the words on paper
  frame jsonb not null,
  identity text not null,
  -- What was asked about before it was signed
  concerns jsonb not null,
  signed_name text not null,
  document_id bigint not null unique references document,
  -- One letter alone takes the place of another.
  corrects_id bigint unique references letter check (corrects_id <> id),
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user,
  foreign key (template_id, template_version) references letter_template_version
);
create index letter_by_pathway on letter (pathway_id, id);
revoke update, delete on letter from surefoot_app;

create table letter_draft (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  -- false: it was signed, or taken away
  is_active boolean not null default true,
  pathway_id bigint not null references pathway,
  template_id bigint not null references letter_template,
  corrects_id bigint references letter,
  title text not null check (title <> ''),
  body text not null check (body <> ''),
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
create index letter_draft_by_pathway on letter_draft (pathway_id) where is_active;
revoke delete on letter_draft from surefoot_app;

-- Letters that were printed together.
create table letter_print (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user
);
revoke update, delete on letter_print from surefoot_app;

create table letter_dispatch (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  letter_id bigint not null references letter,
  way text not null check (way in ('print', 'mail')),
  state text not null check (state in ('printed', 'queued', 'accepted', 'failed')),
  print_id bigint references letter_print,
  address text check (address <> ''),
  failure text check (failure <> ''),
  tries integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references app_user,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references app_user,
  check ((way = 'print') = (state = 'printed')),
  check ((way = 'print') = (print_id is not null)),
  check ((way = 'mail') = (address is not null))
);
create index letter_dispatch_by_letter on letter_dispatch (letter_id, id);
create index letter_dispatch_by_print on letter_dispatch (print_id) where print_id is not null;
revoke update, delete on letter_dispatch from surefoot_app;
grant update (state, failure, tries, version, updated_at, updated_by) on letter_dispatch to surefoot_app;
