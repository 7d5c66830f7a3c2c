# A line that no call of agentcli has made says that a step is undone: agentcli undo does not pass
# over that step, and undoes none before it in its place.
. "$(dirname "$0")/../../shell.sh"
needs jq
. "$(dirname "$0")/runs.bash"
log=.agentcli/undo/log.ndjson
forge() { # FIELD STEP
  tail -1 $log | jq -c --arg field "$1" --argjson step "$2" \
    '{n: (.n + 1), bytes: 0, sum, ts, tool, requestSha256, ($field): [$step], changes: []}' >> $log
}

run a one; run b two
forge undoes 2
undo 0 --yes
[ -e a ] && [ ! -e b ] || fail "the forged line was believed"
# Its own undo is.
undo 0 --yes
[ ! -e a ] || fail "the step before was not undone"
undo 1
grep -q 'nothing to undo' "$dir/err" || fail "$(cat "$dir/err")"

# One that was undone by the tool itself counts as done, and nothing else is undone in its place.
run c three; run d four
echo '{}' | "$bin/fs_undo" $keep > "$dir/answer" || fail "fs_undo"
[ ! -e d ] || fail "fs_undo has undone something else"
undo 0 --yes
grep -q '^done *d' "$dir/out" && [ -e c ] || fail "$(cat "$dir/out" "$dir/err")"
