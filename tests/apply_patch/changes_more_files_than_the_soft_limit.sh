# A patch over more files than the usual limit of open ones is applied: only the hard limit counts.
. "$(dirname "$0")/../shell.sh"
mkdir "$dir/root"
cd "$dir"
for number in $(seq 60); do
  printf -- '--- /dev/null\\n+++ b/folder%s/file\\n@@ -0,0 +1 @@\\n+text\\n' "$number"
done > patch
printf '{"unifiedDiff":"%s"}' "$(cat patch)" > request
(ulimit -S -n 64; "$bin/apply_patch" --root root < request > answer) \
  || { echo "FAILED: it is refused"; exit 1; }
grep -q '"filesChanged":60' answer || { echo "FAILED: $(head -c 300 answer)"; exit 1; }
[ "$(cat root/folder60/file)" = text ] || { echo "FAILED: the last file"; exit 1; }
