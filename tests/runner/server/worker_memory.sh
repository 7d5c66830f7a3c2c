# --worker-memory: a worker that needs more ends its run as failed, its readers hear all of that,
# and the server goes on; what a worker starts has the limit from before.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
needs python3
! is_sanitized || skip 'the sanitizers reserve more than any limit'
mkfifo "$dir/port"
python3 -B "$source/tests/runner/server/model.py" > "$dir/port" &
model=$!
at_end 'kill $model'
read -r port < "$dir/port"
cat > "$dir/limit.sh" << 'END'
cat > /dev/null
printf '{"limit":"%s"}\n' "$(ulimit -S -v)"
END
jq -n --arg script "$dir/limit.sh" '{tools:[{name:"limit",description:"Prints",
  schema:{type:"object"},command:["/bin/sh",$script]}]}' > "$dir/tools.json"
for wrong in 1M 31M 0 x 2000000G; do
  ! "$bin/agentcli" serve --state "$state" --worker-memory "$wrong" > "$dir/out" 2>&1 ||
    fail "--worker-memory $wrong"
  grep -q 'a size from 32M' "$dir/out" || fail "$wrong: $(cat "$dir/out")"
done

before=$((8 << 20)) # KiB
ulimit -S -v $before || skip 'there is a lower limit already'
serve --base-url "http://127.0.0.1:$port/v1" --model m --worker-memory 32M --http-retries 0
ask POST /v1/runs '{"prompt":"endless"}' -H 'Prefer: wait=120' --max-time 130
is 200 '.state == "ended" and .result.exitReason == "failed" and .result.exitStatus == 1
  and (.result.error.message | contains("memory"))
  and (.result.error.hint | contains("--worker-memory"))' 'the run'
id=$(jq -r .id <<< "$answer")
events > "$dir/events"
tail -1 "$dir/events" | grep -q '^{"event":"end"' || fail 'the last event'
sed -n 's/^{"event":"[a-z]*","seq":\([0-9]*\),.*/\1/p' "$dir/events" > "$dir/numbers"
seq "$(wc -l < "$dir/events")" | cmp - "$dir/numbers" || fail 'the numbers of its events'
grep '"event":"turn"' "$dir/events" | tail -1 |
  jq -e '.state == "ends" and .exitReason == "failed"' > /dev/null || fail 'the turn does not end'
ask POST /v1/runs '{"prompt":"go"}' -H 'Prefer: wait=60'
is 200 '.result.answer == "hello"' 'another run'
stop
[ "$status" = 0 ] || fail "it ends with $status"

limit_of() { awk '/^Max address space/ {print $4}' "/proc/$1/limits"; } # PID
child_of() { cat /proc/"$1"/task/"$1"/children; }
waiting_with() { # FLAG…
  { calls c1 limit '{}'; jq -cn '{asked:[{role:"tool",tool_call_id:"c1",content:"<any>"}],
    message:{role:"assistant",tool_calls:[{id:"c2",type:"function",
    function:{name:"slow",arguments:"{}"}}]}}'; } > "$dir/talk"
  serve --replay "$dir/talk" --tools "$dir/tools.json" "$@"
  ask POST /v1/runs "$(waiting_run)" -H 'Prefer: wait=60'
  is 202 '.state == "waiting"' 'a run'
  id=$(jq -r .id <<< "$answer")
  worker=$(child_of $(child_of $server))
  limit=$(limit_of $worker)
  [ "$(limit_of $server)" = $((before << 10)) ] || fail 'the server has another limit'
  jq -se --arg limit $before 'any(.[]; .event == "result" and .tool == "limit"
    and (.content | contains($limit)))' "$state/runs/$id/events.ndjson" > /dev/null ||
    fail "the tool: $(grep '"result"' "$state/runs/$id/events.ndjson")"
  for process in $(child_of $worker); do
    [ "$(limit_of $process)" = $((before << 10)) ] || fail 'what it starts has another limit'
  done
  stop
}
waiting_with --worker-memory 512M
[ "$limit" = $((512 << 20)) ] || fail "the worker: $limit"
waiting_with
[ "$limit" = $((1 << 30)) ] || fail "a worker by default: $limit"
