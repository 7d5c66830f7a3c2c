# Worker, spawner and front are killed when a run has told each of its events: the readers hear how
# it ended, nothing that was started survives, and the next server knows the run. AGENTCLI_KILL_STEP
# is how many events are between two kills [4].
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
needs python3
{
  calls c1 exec '{"command":["true"]}'
  jq -cn '{asked:[{role:"tool",tool_call_id:"c1",content:"<any>"}],message:{role:"assistant",
    tool_calls:[{id:"c2",type:"function",function:{name:"slow",arguments:"{}"}}]}}'
  jq -cn '{asked:[{role:"tool",tool_call_id:"c2",content:"<any>"}],message:{role:"assistant",
    tool_calls:[{id:"c3",type:"function",
    function:{name:"exec",arguments:"{\"command\":[\"sleep\",\"600\"]}"}}]}}'
  then_says c3 'done'
} > "$dir/talk"
"$bin/exec" --describe |
  jq -c --arg tool "$bin/exec" '{tools:[.command[0] = $tool]}' > "$dir/tools.json"
serve --replay "$dir/talk" --tools "$dir/tools.json" # or it skips
stop
python3 -B "$source/tests/runner/server/killed_at_each_event.py" "$bin/agentcli" "$state" \
  "$socket" "${AGENTCLI_KILL_STEP:-4}" --replay "$dir/talk" --tools "$dir/tools.json" > "$dir/out" \
  2> "$dir/err" ||
  fail "$(cat "$dir/out" "$dir/err")"
