-- A release that still serves looks here whether a newer migration took away what its code uses: the version since which nothing
-- uses it, or null where nothing was taken away (docs/upgrades.md, decision 99).
alter table schema_migration add column if not exists unused_since text;
