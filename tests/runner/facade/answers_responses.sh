# Clients of the Responses API get text, streams with the events that their SDKs expect, calls of
# their functions, and conversations by previous_response_id and by references to items.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/../server/server.bash"
needs python3
start_server "$source/tests/model.py" "$dir/requests"
model() { serve --base-url "http://127.0.0.1:$port/v1" --model m "$@"; }
respond() { # BODY
  : > "$dir/requests"
  ask POST /openai/v1/responses "$(jq -c '{model: "default"} + .' <<< "$1")"
}
asked() { # FILTER WHAT: checks the requests to the model
  jq -se "$1" "$dir/requests" > /dev/null || fail "$2: $(cat "$dir/requests")"
}
get() { jq -r "$1" <<< "$answer"; }
tools='"tools":[{"type":"function","name":"orders","description":"d","strict":true,
  "parameters":{"type":"object","properties":{"a":{},"b":{}}}}]'

model
respond '{"input":"hello","instructions":"Be brief.","metadata":{"a":"b"},"reasoning":null}'
is 200 '.object == "response" and .status == "completed" and .error == null
  and (.output | length == 1) and (.output[0] | .type == "message" and .role == "assistant"
  and .content[0].type == "output_text" and .content[0].text == "2 messages")
  and .instructions == "Be brief." and .metadata == {a: "b"} and .tools == []
  and .parallel_tool_calls == true' 'a text'
asked '.[0].messages | map(.role) == ["system", "user"]' 'the messages'
previous=$(get .id)

# previous_response_id continues a conversation, without the instructions of the response.
part='{"type":"input_text","text":"and now"}'
respond "{\"input\":[{\"role\":\"user\",\"content\":[$part]}],
  \"previous_response_id\":\"$previous\"}"
is 200 ".output[0].content[0].text == \"3 messages\" and .previous_response_id == \"$previous\"" \
  'the next response'
asked '.[0].messages | map(.content) == ["hello", "2 messages", "and now"]' 'the conversation'
message=$(get '.output[0].id')
respond "{\"input\":[{\"role\":\"user\",\"content\":\"x\"},{\"type\":\"item_reference\",\"id\":
  \"$message\"},{\"role\":\"user\",\"content\":\"y\"}]}"
asked '.[0].messages | map(.content) == ["x", "3 messages", "y"]' 'a reference to an item'
respond '{"input":"x","previous_response_id":"resp_0"}'
is 404 '.error.message | contains("previous_response_id")' 'an unknown response'
respond '{"input":[{"type":"item_reference","id":"msg_0"}]}'
is 404 '.error.message | contains("input[0]")' 'an unknown item'
respond '{"input":"x","store":false}'
is 200 '.store == false' 'a response that is not kept'
respond "{\"input\":\"x\",\"previous_response_id\":\"$(get .id)\"}"
is 404 '.error.code == "not_found"' 'a response that was not kept'

# A run continues with the results of functions, after previous_response_id or after items.
for way in previous items; do
  respond "{\"input\":\"call orders\",$tools}"
  is 200 '.status == "completed" and (.output | map(.type)) == ["message", "function_call"]
    and (.output[1] | .name == "orders" and (.arguments | fromjson) == {a: [2], b: 1}
    and .call_id != .id)' 'a call'
  run=$(field x-agentcli-run)
  output=$(jq -c '{type: "function_call_output", call_id: .output[1].call_id, output: "[9]"}' \
    <<< "$answer")
  if [ $way = previous ]; then
    respond "{\"input\":[$output],\"previous_response_id\":\"$(get .id)\",$tools}"
  else
    respond "{\"input\":$(jq -c --argjson result "$output" '[{role: "user", content: "call orders"}]
      + .output + [$result]' <<< "$answer"),$tools}"
  fi
  is 200 '.output[0].content[0].text == "3 messages"' "the answer, by $way"
  [ "$(field x-agentcli-run)" = "$run" ] || fail "another run, by $way"
done

# A stream.
types() { sed -n 's/^event: //p' <<< "$answer" | uniq; }
data() { sed -n 's/^data: //p' <<< "$answer"; }
respond "{\"input\":\"call orders\",\"stream\":true,$tools}"
[ "$status" = 200 ] && [ "$(types)" = 'response.created
response.in_progress
response.output_item.added
response.content_part.added
response.output_text.delta
response.output_text.done
response.content_part.done
response.output_item.done
response.output_item.added
response.function_call_arguments.delta
response.function_call_arguments.done
response.output_item.done
response.completed' ] || fail "a stream: $answer"
data | jq -se '(map(.sequence_number) == [range(length)])
  and (map(select(.type == "response.output_text.delta").delta) | join("")) == "Let me look."
  and (.[-1].response | .output[1].name == "orders" and .status == "completed")' > /dev/null ||
  fail "the events: $answer"
respond '{"input":"busy","stream":true}'
[ "$(types | tail -n 2)" = 'error
response.failed' ] || fail "a stream that fails: $answer"
respond '{"input":"busy"}'
is 429 '.error.code == "rate_limit_exceeded"' 'a busy model'

# Settings, and unsupported fields.
respond '{"input":"hello","max_output_tokens":50,"temperature":0,"text":{"format":{"type":"text"}}}'
asked '.[0] | .max_tokens == 50 and .temperature == 0' 'settings'
while read -r fields words; do
  respond "{\"input\":\"hello\",$fields}"
  is 400 ".error | .type == \"invalid_request_error\" and (.message | contains(\"$words\"))" \
    "$fields"
done << 'END'
"background":true background
"tools":[{"type":"web_search"}] web_search
"truncation":"auto" truncation
"conversation":"c" conversation
"text":{"format":{"type":"json_schema","name":"n"}} schema
"text":{"verbosity":"high"} text.verbosity
END
respond '{"input":[{"role":"user","content":[{"type":"input_file"}]}]}'
is 400 '.error.message | contains("input[0].content")' 'a file'
respond '{"input":[{"type":"function_call_output","call_id":"c","output":"x"}]}'
is 400 '.error.message | contains("input[0].call_id")' 'an output without its call'
respond '{"input":[{"type":"computer_call"}]}'
is 400 '.error.message | contains("input[0]")' 'another item'
stop
[ "$status" = 0 ] || fail "it ends with $status"
