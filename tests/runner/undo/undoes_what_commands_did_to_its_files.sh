# What a command does to files that calls of the same run have changed is a step, and undone with
# them; without such a change before it a command makes none.
. "$(dirname "$0")/../../shell.sh"
needs jq
. "$(dirname "$0")/runs.bash"
jq -nc --argjson write "$(entry fs_write_file)" --argjson exec "$(entry exec)" \
  --argjson undo "$(entry fs_undo)" \
  '{tools: [$write, $exec], operator: [$undo], roles: {undo: "fs_undo"}}' > "$dir/tools.json"
jq -nc 'def call(id; name; arguments): {role: "assistant", tool_calls:
    [{id: id, function: {name: name, arguments: (arguments | tojson)}}]};
  def result(id): [{role: "tool", tool_call_id: id, content: "<any>"}];
  {asked: [{role: "user", content: "<any>"}], message: call("a"; "exec"; {command: "echo 1 > b"})},
  {asked: result("a"), message: call("b"; "fs_write_file"; {path: "a", content: "x=1\n"})},
  {asked: result("b"), message: call("c"; "exec"; {command: "echo x = 1 > a; echo 2 > b"})},
  {asked: result("c"), message: {role: "assistant", content: "done"}}' > "$dir/talk"
echo before > a
"$bin/agentcli" --tools "$dir/tools.json" --replay "$dir/talk" --system '' --overwrite any \
  --prompt x > "$dir/out" 2> "$dir/err" || fail "the run: $(cat "$dir/err")"
[ "$(cat a)" = 'x = 1' ] || fail "no command was run: $(cat a "$dir/err")"
undo 0 --list
[ "$(sed -E 's/^[0-9]  [-0-9: ]+  //' "$dir/out" | paste -sd,)" = 'exec  a,fs_write_file  a' ] \
  || fail "the list: $(cat "$dir/out")"
undo 0 --last 2 --yes
[ "$(cat a b)" = "$(printf 'before\n2')" ] || fail "$(cat a b "$dir/out")"
