# A patch over more files than may be open at once (ulimit -n) is refused with an error that says
# so: nothing is changed, and nothing left, wherever the limit bites.
. "$(dirname "$0")/../shell.sh"
mkdir "$dir/root"
cd "$dir"
for number in $(seq 40); do
  mkdir "root/folder$number"
  echo old > "root/folder$number/file"
  printf -- \
    '--- a/folder%s/file\\n+++ b/folder%s/file\\n@@ -1 +1 @@\\n-old\\n+new\\n--- /dev/null\\n+++ b/new%s/file\\n@@ -0,0 +1 @@\\n+new\\n' "$number" "$number" "$number"
done > patch
printf '{"unifiedDiff":"%s"}' "$(cat patch)" > request
all() { find root | sort; find root -type f | sort | xargs cat; }
all > before
refused=0
for limit in 12 30 60 90 120 150 180 210 240 280 320 400; do
  status=0
  (ulimit -n $limit; exec "$bin/apply_patch" --root root < request > answer 2> error) || status=$?
  [ $status != 0 ] || break
  refused=$((refused + 1))
  grep -q '"code":"IO_ERROR"' error && grep -qi 'too many open files' error \
    || { echo "FAILED: at $limit: $(cat error)"; exit 1; }
  all | cmp -s - before || { echo "FAILED: something is changed or left at $limit"
    all | diff - before | head; exit 1; }
done
echo "refused $refused times"
[ $refused -gt 2 ] && [ $status = 0 ] \
  || { echo "FAILED: $refused refusals, then status $status: $(cat error)"; exit 1; }
[ "$(cat root/folder40/file root/new40/file | sort -u)" = new ] || { echo "FAILED: the last file"
  exit 1; }
