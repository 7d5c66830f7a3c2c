# A directory of 100,000 entries (20,000 under the sanitizers): the first in order are answered, no
# entry twice, and the memory for it stays small.
place=/dev/shm
. "$(dirname "$0")/../shell.sh"
# a disk would need half a minute to make them
cd "$dir"
entries=100000
limited() { (ulimit -v 65536 && "$@"); } # COMMAND…: with little address space
if is_sanitized; then
  entries=20000
  limited() { "$@"; } # they need most of it
fi
mkdir z
seq -f 'file-%06g' "$entries" | xargs touch
answer=$(echo '{"maxResults":3}' | limited "$bin/fs_listdir")
paths=$(grep -o '"path":"[^"]*"' <<< "$answer" | cut -d'"' -f4 | tr '\n' ' ')
[ "$paths" = "z file-000001 file-000002 " ] || { echo "FAILED: $paths"; exit 1; }
grep -q '"truncated":true' <<< "$answer" || { echo "FAILED: not truncated"; exit 1; }
diff <(echo '{"recursive":true,"details":true,"maxResults":'$((entries + 1))'}' \
  | "$bin/fs_listdir" --max-results 100001 --max-bytes 100000000 | grep -o '"path":"[^"]*"' \
  | cut -d'"' -f4) \
  <(echo z; seq -f 'file-%06g' "$entries") > /dev/null \
  || { echo "FAILED: not every entry in order"; exit 1; }
