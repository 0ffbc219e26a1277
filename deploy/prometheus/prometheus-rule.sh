#!/bin/sh
# Prints alerts.yaml, or another rules file in this folder, as a manifest for the Prometheus operator:
#   sh deploy/prometheus/prometheus-rule.sh | kubectl apply -f -
#   sh deploy/prometheus/prometheus-rule.sh blackbox | kubectl apply -f -
set -eu

rules=${1:-alerts}
name=velvetgate
if [ "$rules" != alerts ]; then name=velvetgate-$rules; fi
file=$(dirname "$0")/$rules.yaml
if [ ! -f "$file" ]; then
  echo "prometheus-rule.sh: $file is missing; name alerts or blackbox" >&2
  exit 1
fi

cat <<END
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: $name
spec:
END
sed 's/^/  /' "$file"
