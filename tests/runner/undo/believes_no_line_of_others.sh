# A line that no call of agentcli has made says that a step is undone: agentcli undo does not pass
# over that step, and undoes none before it in its place.
. "$(dirname "$0")/../../shell.sh"
needs jq
export HOME=$dir/home XDG_STATE_HOME=$dir/state
mkdir "$dir/home" "$dir/workspace"; cd "$dir/workspace"
keep=--keep-undo=1000000
entry() { "$bin/$1" $keep --describe | jq -c 'del(.flags)'; }
jq -nc --argjson write "$(entry fs_write_file)" --argjson undo "$(entry fs_undo)" \
  '{tools: [$write], operator: [$undo], roles: {undo: "fs_undo"}}' > "$dir/tools.json"
run() { # PATH CONTENT: a run whose model writes that
  jq -nc --arg arguments "$(jq -nc '{path: $ARGS.positional[0], content: $ARGS.positional[1]}' \
    --args "$1" "$2")" '{asked: [{role: "user", content: "<any>"}], message: {tool_calls: [{id: "a",
      function: {name: "fs_write_file", arguments: $arguments}}]}},
    {asked: [{role: "tool", tool_call_id: "a", content: "<any>"}], message: {content: "done"}}' \
    > "$dir/talk"
  "$bin/agentcli" --tools "$dir/tools.json" --replay "$dir/talk" --system '' --prompt x \
    > "$dir/out" 2> "$dir/err" || fail "the run: $(cat "$dir/err")"
}
undo() { # STATUS
  local real=0
  setsid -w "$bin/agentcli" undo --tools "$dir/tools.json" > "$dir/out" 2> "$dir/err" < /dev/null \
    || real=$?
  [ "$real" = "$1" ] || fail "status $real: $(cat "$dir/out" "$dir/err")"
}
log=.agentcli/undo/log.ndjson
forge() { # FIELD STEP
  tail -1 $log | jq -c --arg field "$1" --argjson step "$2" \
    '{n: (.n + 1), bytes: 0, sum, ts, tool, requestSha256, ($field): [$step], changes: []}' >> $log
}

run a one; run b two
forge undoes 2
undo 0
[ -e a ] && [ ! -e b ] || fail "the forged line was believed"
# Its own undo is.
undo 0
[ ! -e a ] || fail "the step before was not undone"
undo 1
grep -q 'there is nothing to undo' "$dir/err" || fail "$(cat "$dir/err")"

# One that was undone by the tool itself is a conflict, and nothing else is undone.
run c three; run d four
echo '{}' | "$bin/fs_undo" $keep > "$dir/answer" || fail "fs_undo"
[ ! -e d ] || fail "fs_undo has undone something else"
undo 1
grep -q "'d' is gone" "$dir/err" && [ -e c ] || fail "$(cat "$dir/err")"
