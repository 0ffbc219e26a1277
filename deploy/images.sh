#!/bin/sh
# Prints the images of Dockerfile, compose.yaml and deploy/kubernetes/ with their digests, as lines for .env. A tag may
# later refer to another image; a digest cannot. To update the images, and keep the other lines of .env:
#   sh deploy/images.sh > .env.new && { grep -v _IMAGE= .env >> .env.new; mv .env.new .env; }
set -eu

for line in \
  NODE_IMAGE=node:24-slim \
  HAPROXY_IMAGE=haproxy:2.6.22-alpine \
  REDIS_IMAGE=redis:7.2.11-alpine \
  MAILPIT_IMAGE=axllent/mailpit:v1.27.8; do
  if ! digest=$(docker buildx imagetools inspect "${line#*=}" --format '{{.Manifest.Digest}}'); then
    echo "images.sh: no digest of ${line#*=}: install Docker with its plugin buildx, and let it reach the registry" >&2
    exit 1
  fi
  echo "$line@$digest"
done
