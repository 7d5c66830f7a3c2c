# Killed at any instant, the file has all that was appended before, and of the last what is whole or nothing; other names of
# it keep what they had.
set -eu
bin=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/workspace"
cd "$dir/workspace"
head -c 3000000 /dev/zero | tr '\0' a > file
ln file other
head -c 300000 /dev/zero | tr '\0' b > "$dir/more"
printf '{"path":"file","content":"%s"}' "$(cat "$dir/more")" > "$dir/request.json"
RANDOM=7
kills=0
for round in $(seq 50); do
  cp other "$dir/before"
  ln -f other file
  "$bin/fs_append_file" < "$dir/request.json" > "$dir/out" &
  sleep "0.00$((RANDOM % 10))$((RANDOM % 10))"
  kill -9 $! 2> /dev/null || true
  wait $! 2> /dev/null || kills=$((kills + 1))
  cmp -s file "$dir/before" || cmp -s file <(cat "$dir/before" "$dir/more") || { echo "FAILED: torn in round $round"; exit 1; }
  cmp -s other "$dir/before" || { echo "FAILED: another name changed in round $round"; exit 1; }
done
echo "$kills of 50 were killed in time"
left=$(find . -name '.agentcli-tmp-*' | wc -l)
[ "$left" -le "$kills" ] || { echo "FAILED: $left temporary files after $kills kills"; exit 1; }
