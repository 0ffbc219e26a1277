#!/bin/sh
# Installs a certificate for HAProxy and reloads HAProxy. If the certificate is wrong, the previous one stays in use:
#   sh install-certificate.sh club.example.crt club.example.key /etc/haproxy/certs/club.example.pem
# The arguments: the certificate with its chain, its key, and the file that 30-addresses.cfg names. A fourth argument is
# needed if the certificate is not for the host of the redirect: the certificate's host.
set -eu
configuration=/etc/haproxy/velvetgate

fail() {
  echo "install-certificate.sh: $1" >&2
  exit 1
}

# Restores the previous certificate, or removes the new one if there was none.
restore() {
  if [ -e "$installed.before" ]; then mv "$installed.before" "$installed"; else rm -f "$installed"; fi
}

# Prints HAProxy's error messages if HAProxy rejects its configuration.
check_configuration() {
  output=$(haproxy -c -f "$configuration" 2>&1) && return
  echo "$output" >&2
  return 1
}

if [ $# != 3 ] && [ $# != 4 ]; then
  fail "arguments: the certificate with its chain, its key, the file that HAProxy reads, and optionally another host of the site"
fi
chain=$1
key=$2
installed=$3

public_key=$(openssl x509 -in "$chain" -noout -pubkey) || fail "$chain is not a certificate"
key_of_key=$(openssl pkey -in "$key" -pubout) || fail "$key is not a private key"
if [ "$public_key" != "$key_of_key" ]; then fail "$key is not the key of $chain"; fi
if ! openssl x509 -in "$chain" -noout -checkend 86400 > /dev/null; then
  fail "$chain expires within a day, or has expired: renew it first"
fi
# The site's host is the target of the redirect from http. "-checkhost" reports its result only as text, not as an exit
# code.
addresses=$configuration/30-addresses.cfg
redirect_hosts=$(sed -n 's|^ *http-request redirect prefix https://\([A-Za-z0-9.-]*\).*|\1|p' "$addresses")
for host in ${4:-$redirect_hosts}; do
  if ! openssl x509 -in "$chain" -noout -checkhost "$host" | grep -q "does match"; then
    if [ $# = 4 ]; then fail "$chain is not for $host"; fi
    fail "$chain is not for $host, to which $addresses redirects: if the site has a new host, change it there first"
  fi
done

umask 077
if [ -e "$installed" ]; then cp -p "$installed" "$installed.before"; fi
# sed adds a line break at the end of a file that lacks it.
sed "" "$chain" "$key" > "$installed.new"
mv "$installed.new" "$installed"
if ! check_configuration; then
  restore
  if [ -e "$installed" ] && ! haproxy -c -q -f "$configuration" > /dev/null 2>&1; then
    fail "HAProxy also rejects $configuration with the previous certificate, which is restored: correct the configuration"
  fi
  fail "HAProxy does not accept $chain: the previous certificate is restored"
fi
if ! systemctl reload-or-restart haproxy; then
  restore
  fail "HAProxy was not reloaded (systemctl status haproxy): the previous certificate is restored"
fi
rm -f "$installed.before"
