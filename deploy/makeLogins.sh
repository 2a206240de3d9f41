#!/bin/sh
# The PostgreSQL image runs this once, on new data. It creates the owner of the schema, the login of the application,
# which owns nothing, and their database.
set -eu
secrets=${SECRETS:-/run/secrets}
# On standard input, because every user of the machine can see arguments.
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres <<END
create role surefoot_owner login createrole createdb password '$(cat "$secrets/owner-password")';
create role surefoot_login login password '$(cat "$secrets/login-password")';
create database surefoot owner surefoot_owner;
END
