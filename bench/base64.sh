#!/usr/bin/env bash
# fs_read_file and fs_write_file against coreutils base64, in one run: 40 MB of random bytes there
# and back, and one call's worth (1 MiB). Ours read and write JSON, and hash what they read or
# write. Needs the release build.
. "$(dirname "$0")/shared.sh"
prepare jq coreutils
needs jq
cd "$dir"

contest() { # NAME BYTES
  head -c "$2" /dev/urandom > data
  base64 -w 0 data > data.base64
  echo '{"path":"data","maxBytes":'$(($2 + 1))'}' > read
  { printf '{"path":"ours","contentBase64":"' && cat data.base64 && printf '"}'; } > write
  local limit=$(($2 + 1))
  "$bin/fs_read_file" --max-bytes $limit < read | jq --raw-output --join-output .contentBase64 \
    | cmp - data.base64
  "$bin/fs_write_file" < write > /dev/null
  base64 -d data.base64 > theirs
  cmp ours data
  cmp theirs data
  echo "$1"
  "$programs/turns" true \
    -- fs_read_file read /dev/null "$bin/fs_read_file" --max-bytes $limit \
    -- "base64" data /dev/null base64 -w 0
  "$programs/turns" "rm -f ours theirs" \
    -- fs_write_file write /dev/null "$bin/fs_write_file" \
    -- "base64 -d" data.base64 theirs base64 -d
}

ROUNDS=${ROUNDS:-100} contest "1 MiB" "$(size $((1024 * 1024 - 1)) 1023)"
contest "40 MB" "$(size 40000000 4000)"
