#!/bin/sh
# Makes the secrets of compose.yaml, once, in a folder that only its owner enters. The files themselves can be read by the users
# inside the containers. Keep secret-key with your backups' key, and not in the backups.
set -eu
folder=${1:?'Usage: makeSecrets.sh FOLDER'}
mkdir -m 700 "$folder"
cd "$folder"
for name in postgres owner login; do openssl rand -hex 24 > "$name-password"; done
printf 'postgres://surefoot_owner:%s@database:5432/surefoot\n' "$(cat owner-password)" > database-owner-url
printf 'postgres://surefoot_login:%s@database:5432/surefoot\n' "$(cat login-password)" > database-url
openssl rand -base64 32 > secret-key
chmod 444 ./*
