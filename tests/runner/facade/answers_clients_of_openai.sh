# A client of chat completions has a conversation with a profile: text, streams, its own tools over
# several requests, answers of a form, and errors in OpenAI's form.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/../server/server.bash"
chat() { # BODY [CURL_FLAG…]
  local body
  body=$(jq -c '{model: "default"} + .' <<< "$1")
  ask POST /openai/v1/chat/completions "$body" "${@:2}"
}
user() { jq -cn --arg text "$1" '{role: "user", content: $text}'; }
chunks() { sed -n 's/^data: {/{/p' <<< "$answer"; }
tool='{"type":"function","function":{"name":"orders","parameters":{"type":"object",
  "$schema":"http://json-schema.org/draft-07/schema#",
  "properties":{"late":{"type":"boolean"}},"additionalProperties":false}}}'
hello=$(user hello)
said() { jq -cn --argjson asked "$1" --arg text "$2" \
  '{asked: $asked, message: {role: "assistant", content: $text}}'; }

said "[$hello]" hi > "$dir/talk"
serve --replay "$dir/talk"
ask GET /openai/v1/models
is 200 '.object == "list" and (.data | map(.id)) == ["default"]' 'models'
chat "{\"messages\":[$hello],\"user\":\"u\",\"seed\":1,\"n\":1,\"stop\":null}"
is 200 '.object == "chat.completion" and .model == "default"
  and .choices[0].message.content == "hi" and .choices[0].finish_reason == "stop"' 'text'
id=$(field x-agentcli-run)
events | tail -1 | jq -e '.run.result.answer == "hi"' > /dev/null || fail "the run $id"
chat "{\"messages\":[$hello],\"stream\":true,\"stream_options\":{\"include_usage\":true}}"
[ "$status" = 200 ] || fail "a stream: $status"
[ "$(field content-type)" = text/event-stream ] || fail "$(cat "$dir/fields")"
[ "$(tail -1 <<< "$answer")" = 'data: [DONE]' ] || fail "the end: $answer"
chunks | jq -se 'all(.[]; .object == "chat.completion.chunk") and .[0].choices[0].delta.role
  == "assistant" and (map(.choices[0].delta.content // "") | join("")) == "hi"
  and .[-2].choices[0].finish_reason == "stop" and .[-1].choices == []' > /dev/null ||
  fail "the chunks: $answer"

# An earlier conversation, and what comes after the system message.
said '[{"role":"system","content":"Be brief."},{"role":"user","content":"hello"},
  {"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function",
    "function":{"name":"orders","arguments":"{}"}}]},
  {"role":"tool","tool_call_id":"call_1","content":"[9]"},
  {"role":"assistant","content":"nine"},{"role":"user","content":"sure?"}]' yes > "$dir/talk"
past='{"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"hello"},
  {"role":"assistant","content":null,"refusal":null,"tool_calls":[{"id":"call_1",
    "type":"function","function":{"name":"orders","arguments":"{}"}}]},
  {"role":"tool","tool_call_id":"call_1","content":[{"type":"text","text":"[9]"}]},
  {"role":"assistant","content":"nine","annotations":[]},{"role":"user","content":"sure?"}]}'
chat "$past"
is 200 '.choices[0].message.content == "yes"' 'a history'

# A form.
said "[$hello]" '{"late":2}' > "$dir/talk"
chat "{\"messages\":[$hello],\"stream\":true,\"response_format\":{\"type\":\"json_schema\",
  \"json_schema\":{\"name\":\"n\",\"strict\":true,\"schema\":{\"type\":\"object\",
  \"properties\":{\"late\":{\"type\":\"integer\"}},\"required\":[\"late\"]}}}}"
chunks | jq -se 'map(.choices[0].delta.content // "") | join("") | fromjson | .late == 2' \
  > /dev/null || fail "a form: $answer"

# A tool of the client, called twice; its run waits, and goes on once.
{ calls c1 orders '{"late":true}' | jq -c '.message.content = "Let me look."'
  then_says c1 x | jq -c '.asked[0].content = "[9]" | .message = {role: "assistant",
    content: null, tool_calls: [{id: "c2", type: "function",
    function: {name: "orders", arguments: "{}"}}]}'
  then_says c2 'Order 9.'; } > "$dir/talk"
tools="\"tools\":[$tool]"
chat "{\"messages\":[$hello],$tools}"
is 200 '.choices[0] | .finish_reason == "tool_calls" and .message.content == "Let me look."
  and (.message.tool_calls | length == 1) and (.message.tool_calls[0] | .type == "function"
  and .function.name == "orders" and (.function.arguments | fromjson) == {late: true})' 'a call'
id=$(field x-agentcli-run)
results() { # TEXT: the messages after the call in $answer
  jq -c --argjson first "$hello" --arg text "$1" '.choices[0].message | [$first, .,
    {role: "tool", tool_call_id: .tool_calls[0].id, content: $text}]' <<< "$answer"
}
first=$(results '[9]')
ask GET "/v1/runs/$id"
is 200 '.state == "waiting"' 'it waits'
chat "{\"messages\":$first,$tools,\"stream\":true}"
[ "$(field x-agentcli-run)" = "$id" ] || fail 'another run'
call=$(chunks | jq -s 'map(select(.choices[0].delta.tool_calls)) | .[0].choices[0].delta')
jq -e '.tool_calls[0] | .index == 0 and .function.name == "orders"' <<< "$call" > /dev/null ||
  fail "a call in a stream: $answer"
second=$(jq -c --argjson first "$first" '(.tool_calls | map(del(.index))) as $calls | $first
  + [{role: "assistant", content: null, tool_calls: $calls},
  {role: "tool", tool_call_id: $calls[0].id, content: "none"}]' <<< "$call")
chat "{\"messages\":$second,$tools}"
is 200 '.choices[0].message.content == "Order 9."' 'the answer'
said "$(jq -c 'map(del(.refusal))' <<< "$second")" again > "$dir/talk"
chat "{\"messages\":$second,$tools}"
is 200 '.choices[0].message.content == "again"' 'the same results again'
[ "$(field x-agentcli-run)" != "$id" ] || fail 'a run that has ended continues'

# Who leaves ends the run.
{ calls c1 exec '{"command":"touch begun; sleep 290"}'; } > "$dir/talk"
curl -sS --max-time 30 --unix-socket "$socket" -H 'Content-Type: application/json' \
  -d "{\"model\":\"default\",\"messages\":[$hello]}" \
  http://agentcli/openai/v1/chat/completions > "$dir/out" &
client=$!
for _ in $(seq 500); do [ ! -e begun ] || break; sleep 0.02; done
[ -e begun ] || fail 'the tool does not run'
kill $client
wait $client || true
ask GET '/v1/runs?limit=1'
id=$(jq -r '.runs[0].id' <<< "$answer")
events | tail -1 | jq -e '.run.result.exitReason == "interrupted"' > /dev/null ||
  fail "the run of a client that has left: $(events | tail -1)"

# What fails: the model before any tool, and after one; a limit; an approval is a no.
: > "$dir/talk"
chat "{\"messages\":[$hello]}"
is 502 '.error.code == "model_failed" and .error.type == "server_error"' 'the model'
[ -z "$(field x-should-retry)" ] || fail 'it may not be repeated'
calls c1 get_time '{}' > "$dir/talk"
chat "{\"messages\":[$hello]}"
is 400 '.error.code == "model_failed" and .error.type == "server_error"' 'the model after a tool'
[ "$(field x-should-retry)" = false ] || fail 'it may be repeated'
chat "{\"messages\":[$hello],\"stream\":true}"
[ "$status" = 200 ] || fail "a stream that fails: $status"
grep -q '^event: error$' <<< "$answer" || fail "no error event: $answer"
chunks | tail -1 | jq -e '.error.code == "model_failed"' > /dev/null || fail "the event: $answer"
stop
[ "$status" = 0 ] || fail "it ends with $status"

{ calls c1 orders '{}'; then_says c1 'done'; } > "$dir/talk"
serve --replay "$dir/talk" --max-steps 1 --approve always --host-may ''
chat "{\"messages\":[$hello],$tools}"
is 422 '.error.code == "agent_limit"' 'a limit'
chat "$past"
is 400 '.error.message | contains("--host-may")' 'system messages that the profile refuses'
stop
serve --replay "$dir/talk" --approve always --hold 50ms --max-waiting 1
chat "{\"messages\":[$hello],$tools}"
is 200 '.choices[0].message.content == "done"' 'an approval is a no'
id=$(field x-agentcli-run)
events | grep '"event":"result"' | grep -q PERMISSION_DENIED || fail 'it is approved'
stop

# Runs that are held too long, or are too many, end.
serve --replay "$dir/talk" --max-waiting 1
chat "{\"messages\":[$hello],$tools}"
id=$(field x-agentcli-run)
chat "{\"messages\":[$hello],$tools}"
events | tail -1 | jq -e '.run.result.exitReason == "interrupted"' > /dev/null ||
  fail 'the oldest one stays'
chat "{\"messages\":$(results '[9]'),$tools}"
is 200 '.choices[0].message.content == "done"' 'the younger one'
stop
serve --replay "$dir/talk" --hold 50ms
chat "{\"messages\":[$hello],$tools}"
id=$(field x-agentcli-run)
events | tail -1 | jq -e '.run.result.exitReason == "interrupted"' > /dev/null ||
  fail 'a run is held too long'

# What cannot be had.
while read -r fields words; do
  chat "{\"messages\":[$hello],$fields}"
  is 400 ".error | .type == \"invalid_request_error\" and (.message | contains(\"$words\"))" \
    "$fields"
done << 'END'
"n":2 n
"logprobs":true logprobs
"frequency_penalty":1 frequency_penalty
"audio":{} audio
"tool_choice":"any" tool_choice
"modle":"x" modle
"temperature":3 temperature
"tools":[{"type":"custom","custom":{}}] tools
"tools":[{"type":"function","function":{"name":"fs_read_file"}}] fs_read_file
"response_format":{"type":"json_schema"} schema
END
ask POST /openai/v1/chat/completions "{\"model\":\"defalt\",\"messages\":[$hello]}"
is 404 '.error.code == "model_not_found" and (.error.message | contains("default"))' 'a model'
ask POST /openai/v1/chat/completions '{'
is 400 '.error.type == "invalid_request_error"' 'no JSON'
ask GET /openai/v1/chat/completions
is 405 '.error.code == "unsupported"' 'another method'
ask GET /openai/v1/embeddings
is 404 '.error.code == "not_found"' 'no route'
stop
[ "$status" = 0 ] || fail "it ends with $status"
