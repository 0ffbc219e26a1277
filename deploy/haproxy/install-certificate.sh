#!/bin/sh
# Installs a certificate where HAProxy reads it, and reloads HAProxy. With a wrong one, the one before stays:
#   sh install-certificate.sh club.example.crt club.example.key /etc/haproxy/certs/club.example.pem
# (certificate with its chain, its key, and the file of both that 30-addresses.cfg names)
set -eu

fail() {
  echo "install-certificate.sh: $1" >&2
  exit 1
}

if [ $# != 3 ]; then fail "give the certificate with its chain, its key, and the file that HAProxy reads"; fi
chain=$1
key=$2
installed=$3

public_key=$(openssl x509 -in "$chain" -noout -pubkey) || fail "$chain is no certificate"
key_of_key=$(openssl pkey -in "$key" -pubout) || fail "$key is no private key"
if [ "$public_key" != "$key_of_key" ]; then fail "$key is not the key of $chain"; fi
if ! openssl x509 -in "$chain" -noout -checkend 86400 > /dev/null; then
  fail "$chain expires within a day, or has expired: renew it first"
fi

umask 077
if [ -e "$installed" ]; then cp -p "$installed" "$installed.before"; fi
cat "$chain" "$key" > "$installed.new"
mv "$installed.new" "$installed"
if ! haproxy -c -q -f /etc/haproxy/velvetgate || ! systemctl reload-or-restart haproxy; then
  if [ -e "$installed.before" ]; then mv "$installed.before" "$installed"; fi
  fail "HAProxy does not accept it: the certificate of before is back"
fi
rm -f "$installed.before"
