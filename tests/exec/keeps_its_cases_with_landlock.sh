# Every case holds at the lower level too, where it is not the one that is had anyway.
. "$(dirname "$0")/../shell.sh"
printf '#!/bin/sh\nexec "%s" clone "%s" "$@"\n' "$bin/without_namespaces" "$bin/exec" > "$dir/exec"
chmod +x "$dir/exec"
failures=0
for case in "$(dirname "$0")"/*.case; do
  "$bin/run_case" "$dir/exec" "$case" > "$dir/out" 2>&1 || { cat "$dir/out" \
    && failures=$((failures + 1)); }
done
echo "$failures failures"
[ $failures = 0 ]
