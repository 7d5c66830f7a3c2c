# A request of chat completions continues the run that waits for exactly this request, or begins
# another run from its messages, with its tools and settings. Settings reach the model, or are
# refused by name.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/../server/server.bash"
needs python3
start_server "$source/tests/model.py" "$dir/requests"
model() { serve --base-url "http://127.0.0.1:$port/v1" --model m "$@"; }
chat() { # BODY
  : > "$dir/requests"
  ask POST /openai/v1/chat/completions "$(jq -c '{model: "default"} + .' <<< "$1")"
}
asked() { # FILTER WHAT: checks the requests to the model
  jq -se "$1" "$dir/requests" > /dev/null || fail "$2: $(cat "$dir/requests")"
}
function_named() { # NAME PARAMETERS
  jq -cn --arg name "$1" --argjson parameters "$2" \
    '{type: "function", function: {name: $name, parameters: $parameters}}'
}
schema='{"type":"object","properties":{"a":{},"b":{"type":"integer","nullable":true,"example":2}}}'
orders=$(function_named orders "$schema") stock=$(function_named stock '{"type":"object"}')
user() { jq -cn --arg text "$1" '{role: "user", content: $text}'; }
with_result() { # TEXT [FILTER]: the conversation $said, the message in $answer, a result
  jq -c --argjson said "$said" --arg text "$1" ".choices[0].message | ${2:-.} | \$said + [.,
    {role: \"tool\", tool_call_id: .tool_calls[0].id, content: \$text}]" <<< "$answer"
}
begin() { # begins a run with a call: sets $said (the messages), $first (the run) and $answer
  said="[$(user 'call orders')]"
  chat "{\"messages\":$said,\"tools\":[$orders]}"
  is 200 '.choices[0].finish_reason == "tool_calls"' 'a call'
  first=$(field x-agentcli-run)
  first_id=$(jq -r .id <<< "$answer")
}

model
# A run continues, also if the client formats the messages differently. Each response has its own
# id.
for filter in . '.content = [{type: "text", text: .content}] | .audio = null | del(.refusal)' \
  '.tool_calls[0].function.arguments |= (fromjson | {a, b} | tojson)'; do
  begin
  chat "{\"messages\":$(with_result '[9]' "$filter"),\"tools\":[$orders],\"stream\":false,
    \"user\":\"x\"}"
  is 200 '.choices[0].message.content == "3 messages"' "the run continues: $filter"
  [ "$(field x-agentcli-run)" = "$first" ] || fail "another run: $filter"
  [ "$(jq -r .id <<< "$answer")" != "$first_id" ] || fail 'two answers have one id'
  asked 'length == 1 and .[0].messages[2].content == "[9]"' "what the model gets: $filter"
done

# A repeated request, as after a lost response, begins another run with an equal answer.
begin
again=$(with_result '[9]')
for n in 1 2 3; do
  chat "{\"messages\":$again,\"tools\":[$orders]}"
  is 200 '.choices[0].message.content == "3 messages"' "answer $n"
  [ "$n" = 1 ] || [ "$(field x-agentcli-run)" != "$first" ] ||
    fail 'a repeated request continues the run'
done

# A handoff has the results of the first agent, and other instructions and tools.
begin
handed=$(with_result 'over to B' | jq -c '[{role: "system", content: "You are B."}] + .')
chat "{\"messages\":$handed,\"tools\":[$stock]}"
is 200 '.choices[0].finish_reason == "stop"' 'a handoff'
[ "$(field x-agentcli-run)" != "$first" ] || fail 'a handoff continues the run of the first agent'
asked '.[0] | (.tools | map(.function.name) | contains(["stock"]) and (contains(["orders"]) | not))
  and (.messages[0].content | contains("You are B.")) and .messages[-1].content == "over to B"' \
  'what B gets'
id=$first
events | tail -1 | jq -e '.run.result.exitReason == "interrupted"' > /dev/null ||
  fail 'the run of the first agent stays'

# A user's message after the results begins another run, and cancels the run that waits for them.
begin
more=$(with_result '[9]' | jq -c '. + [{role: "user", content: "and hurry"}]')
chat "{\"messages\":$more,\"tools\":[$orders]}"
is 200 '.choices[0].finish_reason == "stop"' 'a message after the results'
[ "$(field x-agentcli-run)" != "$first" ] || fail 'a message after the results continues the run'
id=$first
events | tail -1 | jq -e '.run.result.exitReason == "interrupted"' > /dev/null ||
  fail 'the run that waits for the results stays'

# A request is refused if messages would have to be discarded or invented.
chat "{\"messages\":[$(user hello),{\"role\":\"tool\",\"tool_call_id\":\"x\",\"content\":\"r\"}]}"
is 400 '.error.message | contains("messages[1]")' 'a result without a call'
asked 'length == 0' 'no request to the model'

# An edited reply, or a conversation that ends with a reply, begins another run.
begin
chat "{\"messages\":$(with_result '[9]' '.content = "No."'),\"tools\":[$orders]}"
is 200 '.choices[0].message.content == "3 messages"' 'an edited message'
[ "$(field x-agentcli-run)" != "$first" ] || fail 'an edited message continues the run'
begin
chat "{\"messages\":[$(user hello),{\"role\":\"assistant\",\"content\":\"I\"}]}"
is 200 '.choices[0].message.content == "2 messages"' 'a reply at the end'
asked '.[0].messages[-1] | .role == "assistant" and .content == "I"' 'a reply at the end'
chat '{"messages":[{"role":"system","content":"a"}]}'
is 400 '.error.message | contains("messages")' 'only a system message'
stop

# Results can also be sent after a restart of the server.
model
chat "{\"messages\":$again,\"tools\":[$orders]}"
is 200 '.choices[0].message.content == "3 messages"' 'after a restart'

# Settings.
hello="\"messages\":[$(user hello)]"
chat "{$hello,\"temperature\":0,\"top_p\":0.5,\"seed\":7,\"stop\":[\"x\"],
  \"max_completion_tokens\":40}"
is 200 '.object == "chat.completion"' 'settings'
asked '.[0] | .temperature == 0 and .top_p == 0.5 and .seed == 7 and .stop == ["x"]
  and .max_tokens == 40' 'settings reach the model'
said="[$(user 'call orders')]"
chat "{\"messages\":$said,\"tools\":[$orders],\"parallel_tool_calls\":false,
  \"tool_choice\":\"required\"}"
asked '.[0] | .parallel_tool_calls == false and .tool_choice == "required"' 'a call is required'
chat "{\"messages\":$(with_result '[9]'),\"tools\":[$orders],\"tool_choice\":
  {\"type\":\"function\",\"function\":{\"name\":\"orders\"}}}"
asked '.[0].tool_choice.function.name == "orders"' 'a function is required'
chat "{\"messages\":$said,\"tools\":[$orders],\"tool_choice\":\"none\"}"
asked '.[0].tools // [] | map(.function.name) | contains(["orders"]) | not' 'no tools of the client'
# A call is required only of the first reply.
chat "{\"messages\":[$(user 'call get_time')],\"tools\":[$orders],\"tool_choice\":\"required\"}"
is 200 '.choices[0].finish_reason == "stop"' 'a call of a tool of the profile'
asked 'map(.tool_choice) == ["required", "auto"]' 'a call is required once'
chat "{$hello,\"tools\":[$orders],\"tool_choice\":
  {\"type\":\"function\",\"function\":{\"name\":\"x\"}}}"
is 400 '.error.message | contains("tool_choice.function.name")' 'an unknown function'
for field in '"frequency_penalty":0.5' '"presence_penalty":1'; do
  chat "{$hello,$field}"
  is 400 '.error.message | contains("_penalty")' "$field"
done
chat "{$hello,\"frequency_penalty\":0,\"presence_penalty\":0.0,\"n\":1}"
is 200 '.object == "chat.completion"' 'default values'

# A tool with an unsupported schema is offered with this schema.
odd=$(function_named odd '{"type":"object","unevaluatedProperties":false,
  "properties":{"a":{"pattern":"(?=x)"}}}')
chat "{\"messages\":[$(user 'call odd')],\"tools\":[$odd,$orders]}"
is 200 '.choices[0].message.tool_calls[0].function.name == "odd"' 'an odd schema'
asked '.[0].tools | map(.function.parameters.unevaluatedProperties) | contains([false])' 'schema'

# Models by name, and a model server that responds with 429.
ask GET /openai/v1/models/default
is 200 '.id == "default" and .object == "model"' 'a model'
ask GET /openai/v1/models/defalt
is 404 '.error.code == "model_not_found"' 'an unknown model'
chat "{\"messages\":[$(user busy)]}"
is 429 '.error.type == "rate_limit_error" and .error.code == "rate_limit_exceeded"' 'a busy model'
[ "$(field retry-after)" = 61 ] || fail "Retry-After: $(cat "$dir/fields")"
stop

# Settings that the profile does not allow.
model --host-may ''
for field in '"temperature":0' '"top_p":0.5' '"seed":1' '"stop":["x"]'; do
  chat "{$hello,$field}"
  is 400 '.error.message | contains("does not allow")' "$field"
done
chat "{$hello,\"temperature\":1,\"top_p\":1}"
is 200 '.object == "chat.completion"' 'the defaults of the API'
asked '.[0] | has("temperature") or has("top_p") | not' 'they are not sent'
stop
[ "$status" = 0 ] || fail "it ends with $status"
