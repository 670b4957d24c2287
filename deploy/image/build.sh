#!/bin/sh
# Builds the image from the base that base.lock pins, with its labels. Options go to `docker build`:
#
#   deploy/image/build.sh -t verifyd .
#   deploy/image/build.sh --platform linux/amd64,linux/arm64 -t registry.example/verifyd:0.1.0 --push .
set -eu

here=$(dirname "$0")
exec ${DOCKER:-docker buildx} build \
  --build-arg BASE="$(grep -v '^#' "$here/base.lock")" \
  --build-arg REVISION="$(git -C "$here" rev-parse HEAD)" \
  --build-arg CREATED="$(git -C "$here" log -1 --format=%cI)" \
  "$@"
