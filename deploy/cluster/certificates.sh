#!/bin/sh
# sh certificates.sh FOLDER NAME=ADDRESS ... (docs/operate/operations.md, Several machines for the database)
# Creates the certificate authority of the cluster, once, and for each machine a key and a certificate that identify it
# to the others. Keep the key of the authority (ca.key) off all the machines: anybody who has it can impersonate any of
# them.
set -eu
umask 077
folder=$1
shift
mkdir -p "$folder"
cd "$folder"
curve='-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'
[ -f ca.key ] || openssl req -x509 $curve -days 3650 -subj '/CN=Surefoot cluster' \
  -addext 'keyUsage=critical,keyCertSign,cRLSign' -keyout ca.key -out ca.crt
for machine; do
  name=${machine%%=*}
  mkdir -p "$name"
  openssl req -new $curve -subj "/CN=$name" -keyout "$name/machine.key" -out "$name/machine.csr"
  # Clients reach PostgreSQL as 127.0.0.1 through the HAProxy of a machine. Patroni reaches its own PostgreSQL as
  # localhost.
  cat > "$name/extensions" <<END
subjectAltName=DNS:$name,DNS:localhost,IP:${machine#*=},IP:127.0.0.1
extendedKeyUsage=serverAuth,clientAuth
END
  openssl x509 -req -in "$name/machine.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -days 1825 \
    -extfile "$name/extensions" -out "$name/machine.crt"
  rm "$name/machine.csr" "$name/extensions"
  cp ca.crt "$name"
done
