-- Reference data: one real table each, so that foreign keys are honest.
-- `code` is a stable, hidden key on rows that rules depend on ('no', 'other'); names may change, codes may not (trust CS-11).
-- `national_code` maps to the NHS Data Dictionary or SNOMED CT where the code was verified (domain section 6).

create table location (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  name text not null check (name <> ''),
  is_active boolean not null default true,
  sort_order integer not null default 0,
  code text unique,
  national_code text
);

create table declined_referral (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  name text not null check (name <> ''),
  is_active boolean not null default true,
  sort_order integer not null default 0,
  code text unique,
  national_code text
);

create table discharged_to (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  name text not null check (name <> ''),
  is_active boolean not null default true,
  sort_order integer not null default 0,
  code text unique,
  national_code text
);

create table discharge_reason (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  name text not null check (name <> ''),
  is_active boolean not null default true,
  sort_order integer not null default 0,
  code text unique,
  national_code text
);

create table document_type (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  name text not null check (name <> ''),
  is_active boolean not null default true,
  sort_order integer not null default 0,
  code text unique,
  national_code text
);

create table concern (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  name text not null check (name <> ''),
  is_active boolean not null default true,
  sort_order integer not null default 0,
  code text unique,
  national_code text
);

create table equipment (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  name text not null check (name <> ''),
  is_active boolean not null default true,
  sort_order integer not null default 0,
  code text unique,
  national_code text
);

create table exercise_type (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  name text not null check (name <> ''),
  is_active boolean not null default true,
  sort_order integer not null default 0,
  code text unique,
  national_code text
);

create table goals_achieved (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  name text not null check (name <> ''),
  is_active boolean not null default true,
  sort_order integer not null default 0,
  code text unique,
  national_code text
);

create table method (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  name text not null check (name <> ''),
  is_active boolean not null default true,
  sort_order integer not null default 0,
  code text unique,
  national_code text
);

create table referrer (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  name text not null check (name <> ''),
  is_active boolean not null default true,
  sort_order integer not null default 0,
  code text unique,
  national_code text
);

create table refer_to (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  name text not null check (name <> ''),
  is_active boolean not null default true,
  sort_order integer not null default 0,
  code text unique,
  national_code text
);

create table vas_scale (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  name text not null check (name <> ''),
  is_active boolean not null default true,
  sort_order integer not null default 0,
  code text unique,
  national_code text
);

create table gender (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  internal_code text not null unique,
  code text not null,
  name text not null check (name <> ''),
  abbreviated text not null default '',
  is_active boolean not null default true,
  sort_order integer not null default 0
);

create table ethnicity (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  internal_code text not null unique,
  code text not null,
  name text not null check (name <> ''),
  is_active boolean not null default true,
  sort_order integer not null default 0
);

create table name_prefix (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  internal_code text not null unique,
  name text not null check (name <> ''),
  description text not null default '',
  is_active boolean not null default true,
  sort_order integer not null default 0
);

create table clinician (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  family_name text not null check (family_name <> ''),
  first_name text not null check (first_name <> ''),
  display_name text not null,
  is_active boolean not null default true,
  sort_order integer not null default 0
);

create table team_member (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  family_name text not null check (family_name <> ''),
  first_name text not null check (first_name <> ''),
  display_name text not null,
  is_active boolean not null default true,
  sort_order integer not null default 0
);

create table organisation (
  id text primary key check (id <> ''),
  version integer not null default 1,
  type text not null check (type in ('GP Practitioner', 'GP Practices', 'Branch Surgeries',
    'Clinical Commissioning Group', 'NHS England Commissioning', 'Government Office Region')),
  name text not null check (name <> ''),
  name_key text not null collate "C",
  address_line1 text,
  address_line2 text,
  address_line3 text,
  town text,
  county text,
  postcode text,
  open_date date,
  close_date date,
  status_code text check (status_code in ('A', 'D', 'P', 'C', 'B')),
  sub_type_code text check (sub_type_code in ('O', 'H', 'S', 'P', 'Z', 'C', 'B')),
  is_active boolean not null default true
);
create index organisation_by_name on organisation (type, name_key);
create index organisation_by_postcode on organisation (replace(postcode, ' ', '') collate "C");

create table organisation_parent (
  organisation_id text primary key references organisation,
  parent_organisation_id text not null references organisation,
  parent_code text check (parent_code in ('W', 'P')),
  join_date date not null,
  leave_date date,
  is_active boolean not null default true,
  version integer not null default 1,
  check (organisation_id <> parent_organisation_id)
);
create index organisation_parent_by_parent on organisation_parent (parent_organisation_id);
