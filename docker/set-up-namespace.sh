#!/bin/sh
# Waits until the server serves, then creates the namespace, or sets the retention of the one that is there.
# TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE are read by the temporal CLI itself; RETENTION is a duration such as 720h.
set -eu

attempts=60
until temporal operator cluster health; do
  attempts=$((attempts - 1))
  if [ "$attempts" -le 0 ]; then
    echo "The server at $TEMPORAL_ADDRESS did not become healthy." >&2
    exit 1
  fi
  sleep 2
done

if temporal operator namespace describe --namespace "$TEMPORAL_NAMESPACE" >/dev/null 2>&1; then
  temporal operator namespace update --namespace "$TEMPORAL_NAMESPACE" --retention "$RETENTION"
else
  temporal operator namespace create --namespace "$TEMPORAL_NAMESPACE" --retention "$RETENTION"
fi
