# E4, E5, modern: a call that needs a yes is answered by `input_required`, and made again with the
# answer and its requestState, which counts once, for the same call.
. "$(dirname "$0")/../shell.sh"
needs jq
. "$(dirname "$0")/client.bash"
cd "$dir"
mkdir workspace
echo hello > workspace/a
start_server "$bin/agentcli" mcp -C workspace \
  --tools "$bin/../share/agentcli/tools.json" --approve always \
  --max-tool-calls 3
modern() { # CAPABILITIES ARGUMENTS MORE: a call of fs_edit
  send '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"fs_edit","arguments":'"$2"\
',"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",'\
'"io.modelcontextprotocol/clientCapabilities":'"$1"'}'"${3:-}"'}}'
  receive
}
able='{"elicitation":{}}'
edit='{"path":"a","oldString":"hello","newString":"one"}'
yes='"inputResponses":{"approval":{"action":"accept","content":{"answer":"yes"}}}'
is_asked() { # WHAT: the state is in $state then
  is '.result.resultType == "input_required" and (.result | has("content") | not)' "$1"
  is '.result.inputRequests.approval.method == "elicitation/create"' "$1"
  is '.result.inputRequests.approval.params | keys == ["message", "requestedSchema"]' "$1"
  state=$(jq -r .result.requestState <<< "$line")
}
is_invalid() { is '.error.code == -32602' "$1"; } # WHAT

for unable in '{}' '{"elicitation":{"url":{}}}'; do
  modern "$unable" "$edit"
  is '.error.code == -32021' 'a client that cannot ask'
  is '.error.data == {"requiredCapabilities": {"elicitation": {}}}' 'a client that cannot ask'
done

modern "$able" "$edit" && is_asked 'a call'
is '.result._meta | has("io.modelcontextprotocol/serverInfo")' 'the result'
# Another call, a state that is not ours, and one that is none.
modern "$able" "${edit/one/two}" ",$yes,\"requestState\":\"$state\"" && is_invalid 'other arguments'
modern "$able" "$edit" ",$yes,\"requestState\":\"${state%?}g\"" && is_invalid 'a forged state'
modern "$able" "$edit" ",$yes,\"requestState\":\"$state$state\"" && is_invalid 'a longer state'
modern "$able" "$edit" ",$yes,\"requestState\":\"\"" && is_invalid 'an empty state'
modern "$able" "$edit" ",$yes,\"requestState\":7" && is_invalid 'a state that is no string'
again() { modern "$able" "$edit" ",\"inputResponses\":$1,\"requestState\":\"$state\""; } # ANSWERS
again 7 && is_invalid 'answers that are none'
[ "$(cat workspace/a)" = hello ] || fail 'a call was run without a yes'
# An answer without a state is none, and one that lacks the answer is asked for again.
modern "$able" "$edit" ",$yes" && is_asked 'an answer without a state'
again '{}' && is_asked 'no answer'
again '{"approval":7}' && is_asked 'a malformed answer'

modern "$able" "$edit" ",$yes,\"requestState\":\"$state\""
is '.result.resultType == "complete" and (.result.isError | not)' 'after a yes'
[ "$(cat workspace/a)" = one ] || fail 'the call was not run'
echo hello > workspace/a # so that the same call is possible again
modern "$able" "$edit" ",$yes,\"requestState\":\"$state\"" && is_invalid 'a state twice'
echo one > workspace/a

# What has changed meanwhile is shown, and asked about again; a no needs no second question.
edit='{"path":"a","oldString":"one","newString":"two"}'
modern "$able" "$edit" && is_asked 'another call'
echo more >> workspace/a
modern "$able" "$edit" ",$yes,\"requestState\":\"$state\"" && is_asked 'a change meanwhile'
is '.result.inputRequests.approval.params.message | startswith("this has changed")' 'a change'
again '{"approval":{"action":"decline"}}'
is '.result.isError and .result.resultType == "complete"' 'a no'
[ "$(head -1 workspace/a)" = one ] || fail 'a no was not obeyed'
end_input
wait_until 'the server outlives its input' is_gone "$server"
jq -r 'select(.approval) | .approval' workspace/.agentcli/audit/*.log | sort -u > out
for record in 'asked (client)' 'yes (client)' 'no (client): declined' \
  'no (client): no such question'; do
  grep -qxF "$record" out || fail "the audit lacks: $record"
done
