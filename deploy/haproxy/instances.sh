#!/bin/sh
# Prints 40-instances.cfg for the given instances, each in the form ADDRESS:PORT:METRICS_PORT:
#   sh instances.sh 127.0.0.1:3000:13000 127.0.0.1:3001:13001 > 40-instances.new && mv 40-instances.new 40-instances.cfg
# The temporary file is needed because an error would otherwise leave 40-instances.cfg empty.
set -eu

fail() {
  echo "instances.sh: $1; give each instance as ADDRESS:PORT:METRICS_PORT, like 127.0.0.1:3000:13000" >&2
  exit 1
}

is_port() {
  case $1 in
    "" | *[!0-9]* | ??????*) return 1 ;;
  esac
  [ "$1" -ge 1 ] && [ "$1" -le 65535 ]
}

if [ $# = 0 ]; then fail "no instance is given"; fi
known=" "
for instance in "$@"; do
  metrics_port=${instance##*:}
  rest=${instance%:*}
  port=${rest##*:}
  address=${rest%:*}
  case $address in
    "" | *[!][0-9A-Za-z.:_-]*) address= ;;
    # A part is missing, for example METRICS_PORT.
    "$rest") address= ;;
  esac
  if [ -z "$address" ] || ! is_port "$port" || ! is_port "$metrics_port"; then
    fail "\"$instance\" is not an instance"
  fi
  # Only one process can listen on a port. HAProxy would check one instance twice, and send visitors to another instance
  # even if that hangs.
  for listener in "$address:$port" "$address:$metrics_port"; do
    case $known in
      *" $listener "*) fail "$listener is given twice, and every PORT and METRICS_PORT of an address is used once" ;;
    esac
    known="$known$listener "
  done
done

servers() {
  number=0
  for instance in "$@"; do
    number=$((number + 1))
    echo "  server instance-$number ${instance%:*}$check${check:+${instance##*:}}"
  done
  echo
}

echo "# Printed by instances.sh: run it again after a change of the instances."
echo
# Prints the rules that use the cache of 20-rules.cfg.
cache() {
  echo "  http-request cache-use files if { var(txn.is_file) -m bool }"
  # Files that are not in the cache count as pages (20-rules.cfg).
  echo "  http-response sc-inc-gpc(1,1) if { var(txn.is_file) -m bool } !{ res.cache_hit }"
  echo "  http-response cache-store files if { var(txn.is_file) -m bool }"
}
check=" check port "
echo "backend pages from for-pages"
servers "$@"
for name in files uncompressed-files; do
  echo "backend $name from for-files"
  # Enough retries to find a file that only one instance has.
  echo "  retries $(($# * 2))"
  cache
  servers "$@"
done
echo "backend downloads from for-downloads"
cache
servers "$@"
echo "backend streams from for-streams"
servers "$@"
echo "backend form-instances from for-forms"
servers "$@"
echo "backend large-forms from for-forms"
servers "$@"
check=
echo "backend unchecked from all-instances"
servers "$@"
