#!/usr/bin/env bash
# fs_read_file and fs_write_file against coreutils base64, in one run: 40 MB of random bytes there and back, and one
# call's worth (1 MiB). Ours read and write JSON, and hash what they read or write. Needs the release build.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/packages.sh
install g++ jq coreutils
bin=$PWD/build/release/bin
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
g++ -O2 -std=c++20 bench/turns.cpp -o "$dir/turns"
cd "$dir"

contest() { # NAME BYTES
  head -c "$2" /dev/urandom > data
  base64 -w 0 data > data.base64
  echo '{"path":"data","maxBytes":'$(($2 + 1))'}' > read
  { printf '{"path":"ours","contentBase64":"' && cat data.base64 && printf '"}'; } > write
  local limit=$(($2 + 1))
  "$bin/fs_read_file" --max-bytes $limit < read | jq --raw-output --join-output .contentBase64 | cmp - data.base64
  "$bin/fs_write_file" < write > /dev/null
  base64 -d data.base64 > theirs
  cmp ours data
  cmp theirs data
  echo "$1"
  ./turns true \
    -- fs_read_file read /dev/null "$bin/fs_read_file" --max-bytes $limit \
    -- "base64" data /dev/null base64 -w 0
  ./turns "rm -f ours theirs" \
    -- fs_write_file write /dev/null "$bin/fs_write_file" \
    -- "base64 -d" data.base64 theirs base64 -d
}

ROUNDS=${ROUNDS:-100} contest "1 MiB" $((1024 * 1024 - 1))
contest "40 MB" 40000000
