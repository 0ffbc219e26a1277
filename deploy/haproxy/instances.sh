#!/bin/sh
# Prints 40-instances.cfg for these instances, each as ADDRESS:PORT:METRICS_PORT:
#   sh instances.sh 127.0.0.1:3000:13000 127.0.0.1:3001:13001 > /etc/haproxy/velvetgate/40-instances.cfg
set -eu

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
check=" check port "
echo "backend pages from for-pages"
servers "$@"
echo "backend files from for-files"
# A file that only one instance has is found there.
echo "  retries $(($# * 2))"
servers "$@"
echo "backend downloads from for-downloads"
servers "$@"
echo "backend streams from for-streams"
servers "$@"
echo "backend form-instances from for-forms"
servers "$@"
check=
echo "backend unchecked from all-instances"
servers "$@"
