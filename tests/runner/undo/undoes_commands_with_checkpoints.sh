# With --checkpoint 'agentcli undo' takes back all that a command has changed in a git repository; a
# workspace that is in no repository has none, and a note says so. What was not used goes.
. "$(dirname "$0")/../../shell.sh"
needs jq git
cd "$dir"
export HOME=$dir/home XDG_STATE_HOME=$dir/state
mkdir home here
entry() { "$bin/$1" --keep-undo=1000000 --describe | jq -c 'del(.flags)'; }
jq -nc --argjson exec "$(entry exec)" --argjson undo "$(entry fs_undo)" \
  '{tools: [$exec], operator: [$undo], roles: {undo: "fs_undo"}}' > tools.json
line() { jq -nc "$@"; }
{
  line --arg command 'echo 2 > a; mkdir new; echo n > new/b; rm c' '{asked: [{role: "user",
    content: "go"}], message: {tool_calls: [{id: "1", type: "function", function:
    {name: "exec", arguments: {command: $command} | tojson}}]}}'
  line '{asked: [{role: "tool", tool_call_id: "1", content: "<any>"}], message: {content: "done"}}'
} > talk.ndjson
run() { # FLAG…
  "$bin/agentcli" --system= --no-agents-md --tools ../tools.json --replay ../talk.ndjson \
    --prompt go "$@" > "$dir/out" 2> "$dir/err" || fail "$(cat "$dir/err")"
}
cd here; echo 1 > a; echo 3 > c
run --checkpoint
grep -q 'no checkpoints: no tool that runs commands has its workspace in a git' "$dir/err" \
  || fail "no note: $(cat "$dir/err")"
[ ! -e "$dir/state/agentcli/checkpoints" ] || fail "there is a private directory"
echo 1 > a; echo 3 > c; rm -r new; git init -q
run
[ ! -e .agentcli/undo/log.ndjson ] || fail "recorded without the flag"
echo 1 > a; echo 3 > c; rm -r new
run --checkpoint
[ ! -s "$dir/err" ] || ! grep checkpoint "$dir/err" || fail "a note: $(cat "$dir/err")"
[ "$(cat a)" = 2 ] && [ -e new/b ] && [ ! -e c ] || fail "the command was not run"
"$bin/agentcli" undo --tools ../tools.json --yes > "$dir/out" 2>&1 || fail "$(cat "$dir/out")"
[ "$(cat a c)" = "$(printf '1\n3')" ] && [ ! -e new ] || fail "not undone: $(cat "$dir/out")"
set -- "$dir"/state/agentcli/checkpoints/*
[ $# = 1 ] && [ -f "$1/index" ] || fail "no private git directory"
"$bin/agentcli" session prune --older-than 1d > "$dir/out" 2>&1 && [ -f "$1/index" ] \
  || fail "a directory that is in use was deleted: $(cat "$dir/out")"
touch -d '3 days ago' "$1"
"$bin/agentcli" session prune --older-than 1d > "$dir/out" 2>&1
[ ! -e "$1" ] || fail "it is still there: $(cat "$dir/out")"
