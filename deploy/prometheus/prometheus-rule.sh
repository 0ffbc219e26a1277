#!/bin/sh
# Prints alerts.yaml as a manifest for the Prometheus operator:
#   sh deploy/prometheus/prometheus-rule.sh | kubectl apply -f -
set -eu

cat <<'END'
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: velvetgate
spec:
END
sed 's/^/  /' "$(dirname "$0")/alerts.yaml"
