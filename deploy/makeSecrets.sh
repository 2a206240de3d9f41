#!/bin/sh
# Creates the secrets of compose.yaml, once, in a folder that only its owner can enter. The users inside the containers
# can read the files. Keep secret-key with the key of your backups, and not in the backups.
set -eu
folder=${1:?'Usage: makeSecrets.sh FOLDER'}
mkdir -m 700 "$folder"
cd "$folder"
for name in postgres owner login; do openssl rand -hex 24 > "$name-password"; done
printf 'postgres://surefoot_owner:%s@database:5432/surefoot\n' "$(cat owner-password)" > database-owner-url
printf 'postgres://surefoot_login:%s@database:5432/surefoot\n' "$(cat login-password)" > database-url
openssl rand -base64 32 > secret-key
chmod 444 ./*
