#!/bin/sh
# Runs a command of Surefoot on Node 24. It becomes that Node, so that a service manager signals the service itself.
set -eu
root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd -P)
case "$(uname -m)" in
  x86_64) machine=x64 ;;
  aarch64 | arm64) machine=arm64 ;;
  *) machine=$(uname -m) ;;
esac
node=$root/node_modules/node-$(uname -s | tr '[:upper:]' '[:lower:]')-$machine/bin/node
[ -x "$node" ] || node=$(command -v node || true)
if [ -z "$node" ] || ! "$node" -e 'process.exit(parseInt(process.versions.node) < 24 ? 1 : 0)'; then
  echo 'Surefoot needs Node 24 or newer: please install it (https://nodejs.org) and run the command again.' >&2
  exit 1
fi
# Each of a dozen threads otherwise keeps memory of its own that it has given back (glibc).
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"
command=${1:-}
[ $# -eq 0 ] || shift
run() { exec "$node" --require "$root/scripts/plain/use.mjs" "$@"; }
case "$command" in
  serve) run --max-semi-space-size=8 --max-old-space-size=1024 --heap-growing-percent=30 "$root/server/app/main.ts" "$@" ;;
  administrator | ods | verify | backup | restore | migrate | reseal) run "$root/scripts/$command.ts" "$@" ;;
  import) run --max-old-space-size=1536 "$root/scripts/import.ts" "$@" ;;
  audit:verify) run "$root/scripts/auditVerify.ts" "$@" ;;
  *)
    echo 'Usage: bin/surefoot serve | administrator | ods | import | verify | audit:verify | backup | restore | migrate | reseal' >&2
    exit 2
    ;;
esac
