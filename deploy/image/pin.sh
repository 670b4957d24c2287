#!/bin/sh
# Asks the registry for the present digest of the base and writes it to base.lock. Needs Docker and the network.
set -eu

lock=$(dirname "$0")/base.lock
name=$(grep -v '^#' "$lock" | cut -d@ -f1)
digest=$(docker buildx imagetools inspect "$name" --format '{{.Manifest.Digest}}')
sed -i "s|^$name@.*|$name@$digest|" "$lock"
