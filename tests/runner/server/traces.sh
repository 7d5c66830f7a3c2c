# The spans of a run reach the operator's collector by OTLP: the run above its requests and calls,
# with names and counts but no contents, in the trace of the client if it has one.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
. "$source/tests/runner/server/receiver.bash"
{
  calls c1 fs_listdir '{"path":"secret-place"}'
  then_says c1 'the answer' | jq -c '.usage = {prompt_tokens: 10, completion_tokens: 5}'
} > "$dir/talk"
"$bin/fs_listdir" --describe |
  jq -c --arg tool "$bin/fs_listdir" '{tools:[.command[0] = $tool]}' > "$dir/tools.json"
(umask 077; printf 'X-Key: one two\n\nX-Other:3\n' > "$dir/headers")
trace() { # FLAG…
  serve --replay "$dir/talk" --tools "$dir/tools.json" --model a-model \
    --otlp-endpoint "http://127.0.0.1:$port/collector/" --otlp-headers "$dir/headers" "$@"
}
runs=0
run_one() { # [CURL_FLAG…]
  ask POST /v1/runs '{"prompt":"the question","session":"desk-'$((runs += 1))'"}' \
    -H 'Prefer: wait=20' "$@"
  is 200 '.state == "ended"' 'a run'
  id=$(jq -r .id <<< "$answer")
}
# The spans that were received, in the file $dir/spans; each attribute by its name.
spans() {
  jq -s '[.[].body.resourceSpans[].scopeSpans[].spans[]
    | .attributes |= (map({(.key): (.value | .stringValue // .intValue // .arrayValue)}) | add)]' \
    "$log" > "$dir/spans"
}
has() { # FILTER WHAT
  jq -e "$1" "$dir/spans" > /dev/null || fail "$2: $(cat "$dir/spans")"
}

receive
trace
run_one
stop # sends what waits
await_requests 1
received '.[0] | .path == "/collector/v1/traces" and .fields["x-key"] == "one two"
  and .fields["x-other"] == "3" and .fields["content-type"] == "application/json"
  and (.fields | has("webhook-id") | not)' 'the request'
received '[.[0].body.resourceSpans[0].resource.attributes[]
  | select(.key == "service.name").value.stringValue] == ["agentcli"]' 'the resource'
spans
has 'map(.name) | sort == ["chat a-model", "chat a-model", "execute_tool fs_listdir",
  "invoke_agent default"]' 'the names'
has '(map(.traceId) | unique | length == 1) and (map(.spanId) | unique | length == 4)
  and (map((.traceId | test("^[0-9a-f]{32}$")) and (.spanId | test("^[0-9a-f]{16}$"))) | all)' 'ids'
has '(map(select(.name == "invoke_agent default"))[0]) as $run
  | ($run | has("parentSpanId") | not)
  and (map(select(.name != $run.name).parentSpanId == $run.spanId) | all)
  and (map((.startTimeUnixNano | tonumber) <= (.endTimeUnixNano | tonumber)
    and (.startTimeUnixNano | tonumber) >= ($run.startTimeUnixNano | tonumber) - 1e9)
    | all)' 'parents'
has 'map(.attributes["gen_ai.operation.name"]) | sort == ["chat", "chat", "execute_tool",
  "invoke_agent"]' 'operations'
has 'any(.[]; .attributes["gen_ai.tool.name"] == "fs_listdir"
  and .attributes["gen_ai.tool.call.id"] == "c1" and .kind == 1
  and .attributes["error.type"] != null and .status.code == 2)' 'the call'
has 'any(.[]; .name == "chat a-model" and .kind == 3
  and .attributes["gen_ai.usage.input_tokens"] == "10"
  and .attributes["gen_ai.usage.output_tokens"] == "5"
  and .attributes["gen_ai.request.model"] == "a-model")' 'the request to the model'
has 'any(.[]; .name == "invoke_agent default" and .attributes["agentcli.run.id"] == "'"$id"'"
  and .attributes["gen_ai.conversation.id"] == "desk-1" and (has("status") | not)
  and .attributes["agentcli.run.exit_reason"] == "answered")' 'the run'
! grep -qE 'the (answer|question)|secret-place' "$log" || fail "a content is sent: $(cat "$log")"

# The trace of the client goes on; a malformed header and one that is not sampled do not count.
rm "$log"
trace
trace_id=0af7651916cd43dd8448eb211c80319c
run_one -H "traceparent: 00-$trace_id-b7ad6b7169203331-01"
run_one -H 'traceparent: 00-00000000000000000000000000000000-b7ad6b7169203331-01'
run_one -H "traceparent: 00-$trace_id-b7ad6b7169203331-00"
stop
spans
has 'length == 8 and (map(.traceId) | unique | length == 2)
  and any(.[]; .traceId == "'"$trace_id"'" and .parentSpanId == "b7ad6b7169203331"
    and (.name | startswith("invoke_agent")))' 'the trace of the client'

# A failure of the model has an error; a collector that fails gets the batch again, one that refuses
# it does not.
rm "$log"
says 'nothing' | jq -c '.asked[0].role = "tool"' > "$dir/talk"
plan 503 200
trace
run_one
await_requests 2
spans
has 'any(.[]; (.name | startswith("invoke_agent")) and .status.code == 2
  and .attributes["error.type"] == "failed")' 'a run that fails'
has 'any(.[]; (.name | startswith("chat")) and .status.code == 2)' 'a request that fails'
plan 400
run_one
tries=0
until ask GET /metrics && grep -qx 'agentcli_spans_total{outcome="dropped"} 2' <<< "$answer"; do
  [ $((tries += 1)) -lt 500 ] || fail "dropped spans: $(grep spans <<< "$answer")"
  sleep 0.02
done
grep -qx 'agentcli_spans_total{outcome="sent"} 2' <<< "$answer" || fail 'sent spans'
stop

# A collector that is not there keeps nothing waiting; the server says what it cannot use.
kill "$receiver"
wait "$receiver" || :
trace
run_one
stop
[ "$status" = 0 ] || fail "it ends with $status"
"$bin/agentcli" serve --state "$state" --replay "$dir/talk" \
  --otlp-endpoint http://127.0.0.1:1 --otlp-headers /etc/passwd > "$dir/out" 2>&1 && fail 'accepted'
grep -q 'is not a regular file of yours with mode 0600' "$dir/out" || fail "$(cat "$dir/out")"
(umask 077; echo 'no field' > "$dir/headers")
"$bin/agentcli" serve --state "$state" --replay "$dir/talk" \
  --otlp-endpoint http://127.0.0.1:1 --otlp-headers "$dir/headers" > "$dir/out" 2>&1 &&
  fail 'accepted'
grep -q 'a line that is not NAME: VALUE' "$dir/out" || fail "$(cat "$dir/out")"
