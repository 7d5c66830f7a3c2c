# Killed at any instant, a tree stands whole under its name, or does not stand there; what is left of it has a temporary name,
# which no listing shows.
set -eu
bin=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir -p "$dir/workspace" "$dir/tree"
cd "$dir/workspace"
for folder in $(seq 10); do
  mkdir "$dir/tree/$folder"
  (cd "$dir/tree/$folder"; seq 100 | xargs touch)
done
whole=$(find "$dir/tree" | wc -l)
RANDOM=3
kills=0
for round in $(seq 20); do
  [ -d tree ] || cp -r "$dir/tree" tree
  echo '{"path":"tree","recursive":true}' | "$bin/fs_rm" > "$dir/out" &
  sleep "0.0$((RANDOM % 2))$((RANDOM % 10))"
  kill -9 $! 2> /dev/null || true
  wait $! 2> /dev/null || kills=$((kills + 1))
  [ ! -d tree ] || [ "$(find tree | wc -l)" = "$whole" ] || { echo "FAILED: half a tree in round $round"; exit 1; }
done
echo "$kills of 20 were killed in time"
[ "$(echo '{"includeHidden":true,"recursive":true,"globs":["!tree"]}' | "$bin/fs_listdir")" = '{"entries":[],"truncated":false}' ] \
  || { echo "FAILED: something else is left"; exit 1; }
