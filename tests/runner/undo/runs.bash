# After shell.sh: runs whose model writes a file, and `agentcli undo`, in $dir/workspace.
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
  "$bin/agentcli" --tools "$dir/tools.json" --replay "$dir/talk" --system '' --overwrite any \
    --prompt x > "$dir/out" 2> "$dir/err" || fail "the run: $(cat "$dir/err")"
}
undo() { # STATUS FLAG…; without a terminal
  local status=$1 real=0
  shift
  setsid -w "$bin/agentcli" undo --tools "$dir/tools.json" "$@" \
    > "$dir/out" 2> "$dir/err" < /dev/null || real=$?
  [ "$real" = "$status" ] || fail "status $real: $(cat "$dir/out" "$dir/err")"
}
