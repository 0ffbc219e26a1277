#!/bin/sh
# Kills the instance on this port if it hangs; systemd then restarts it (Restart=always). An instance hangs if
# METRICS_PORT, which visitors cannot overload, accepts a connection but does not answer within 3 s, three times in a
# row. An instance that is starting, stopping or has crashed refuses connections, so it is not killed. METRICS_HOST is
# the address that the metrics port listens on.
set -eu
port=$1
metrics_port=$2

for try in 1 2 3; do
  result=0
  node -e '
    const [port, host] = process.argv.slice(1);
    const address = host.includes(":") ? `[${host}]` : host;
    fetch(`http://${address}:${port}/healthz`, { signal: AbortSignal.timeout(3000) }).then(
      () => process.exit(0),
      (error) => process.exit(error.name === "TimeoutError" ? 2 : 0),
    )' "$metrics_port" "${METRICS_HOST:-127.0.0.1}" || result=$?
  case $result in
    0) exit 0 ;;
    2) ;;
    *) echo "watch.sh: node could not check port $metrics_port (exit code $result)" >&2; exit 1 ;;
  esac
done

if systemctl is-active --quiet "velvetgate@$port"; then
  echo "velvetgate@$port does not answer: it is killed, and systemd starts it again" >&2
  systemctl kill --signal=KILL "velvetgate@$port"
fi
