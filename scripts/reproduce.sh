#!/usr/bin/env bash
# reproduce.sh: makes the packages of HEAD in two new clones, whose paths differ in length, with
# another time zone and umask, and without a compiler cache, and compares them. Takes two builds;
# with CCACHE=1 less, if the cache is warm.
set -euo pipefail
cd "$(dirname "$0")/.."
dir=$(mktemp -d /var/tmp/reproduce.XXXXXX)
trap 'rm -rf "$dir"' EXIT
[ -n "${CCACHE:-}" ] || export CCACHE_DISABLE=1
make_packages() ( # DIRECTORY TIME_ZONE UMASK
  umask "$3"
  git clone --quiet . "$dir/$1"
  cd "$dir/$1"
  TZ=$2 ./scripts/package.sh
)
make_packages one UTC 022
make_packages another/path/of/it Asia/Tokyo 027
diff "$dir"/{one,another/path/of/it}/build/packages/SHA256SUMS
