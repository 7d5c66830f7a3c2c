# A directory of 100,000 entries: the first in order are answered, no entry twice, and the memory for it stays small.
set -eu
bin=$1
dir=$(mktemp -d -p /dev/shm) # a disk would need half a minute to make them
trap 'rm -rf "$dir"' EXIT
cd "$dir"
limited() { # COMMAND…: with little address space, but for the sanitizers, which need most of it
  grep -q 'SANITIZE:BOOL=ON' "$bin/../CMakeCache.txt" 2> /dev/null || ulimit -v 65536
  "$@"
}
mkdir z
seq -f 'file-%06g' 100000 | xargs touch
answer=$(echo '{"maxResults":3}' | limited "$bin/fs_listdir")
paths=$(grep -o '"path":"[^"]*"' <<< "$answer" | cut -d'"' -f4 | tr '\n' ' ')
[ "$paths" = "z file-000001 file-000002 " ] || { echo "FAILED: $paths"; exit 1; }
grep -q '"truncated":true' <<< "$answer" || { echo "FAILED: not truncated"; exit 1; }
diff <(echo '{"recursive":true,"maxResults":100001}' | "$bin/fs_listdir" --max-results 100001 | grep -o '"path":"[^"]*"' | cut -d'"' -f4) \
  <(echo z; seq -f 'file-%06g' 100000) > /dev/null || { echo "FAILED: not every entry in order"; exit 1; }
