# Killed at any instant, the file is the old one or the new one, whole, and nothing else is in the workspace but at most one
# temporary file a kill.
set -eu
bin=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/workspace"
for letter in a b; do
  content=$(head -c 300000 /dev/zero | tr '\0' $letter)
  printf '%s' "$content" > "$dir/$letter"
  printf '{"path":"file","content":"%s"}' "$content" > "$dir/$letter.json"
done
cp "$dir/a" "$dir/workspace/file"
RANDOM=42
kills=0
for round in $(seq 200); do
  letter=a; [ $((round % 2)) = 0 ] || letter=b
  "$bin/fs_write_file" --root "$dir/workspace" < "$dir/$letter.json" > "$dir/out" &
  sleep "0.00$((RANDOM % 5))$((RANDOM % 10))"
  kill -9 $! 2> /dev/null || true
  wait $! 2> /dev/null || kills=$((kills + 1))
  cmp -s "$dir/workspace/file" "$dir/a" || cmp -s "$dir/workspace/file" "$dir/b" || { echo "FAILED: torn in round $round"; exit 1; }
done
echo "$kills of 200 were killed in time"
left=$(find "$dir/workspace" -name '.agentcli-tmp-*' | wc -l)
[ "$left" -le "$kills" ] || { echo "FAILED: $left temporary files after $kills kills"; exit 1; }
[ "$(find "$dir/workspace" -type f ! -name '.agentcli-tmp-*' | wc -l)" = 1 ] || { echo "FAILED: something else was left"; exit 1; }
