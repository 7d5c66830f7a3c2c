# agentcli mcp --with-servers passes the questions of servers on to the client that has made the
# call, across both revisions of the protocol and in both modes, and to no client that has not
# declared the mode.
. "$(dirname "$0")/../shell.sh"
needs jq
. "$(dirname "$0")/client.bash"
cd "$dir"
export XDG_STATE_HOME=$dir/state XDG_CONFIG_HOME=$dir/config
mkdir workspace
echo '{"tools":[]}' > tools.json
jq -n --arg peer "$bin/mcp_peer" '{mcpServers: {
  old: {command: $peer, args: ["--asks"], sandbox: false},
  new: {command: $peer, args: ["--asks", "--modern"], sandbox: false}}}' > servers.json
serve() {
  start_server "$bin/agentcli" mcp -C workspace --tools ../tools.json --mcp ../servers.json \
    --with-servers
}
both='{"elicitation":{"form":{},"url":{}}}'
begin_session() { # CAPABILITIES
  send '{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-11-25",'\
'"capabilities":'"$1"',"clientInfo":{"name":"test","version":"1"}}}'
  receive
}
answer() { # RESULT: to the request of the server in $line
  send '{"jsonrpc":"2.0","id":'"$(jq .id <<< "$line")"',"result":'"$1"'}'
}
says() { [[ $(text_of_answer) == *"$1"* ]] || fail "$2: $line"; } # PART WHAT

# A client with a session.
serve
begin_session "$both"
for server_name in old new; do
  call 1 "${server_name}__ask" '{}' && receive
  is '.method == "elicitation/create" and .params.requestedSchema.properties.number.type
    == "integer"' "a form of $server_name"
  is ".params.message == \"$server_name: Which?\"" 'who asks'
  answer '{"action":"accept","content":{"number":7}}' && receive
  says '"content":{"number":7}' 'an accepted form'
  call 2 "${server_name}__ask" '{}' && receive
  answer '{"action":"accept","content":{"number":"seven"}}' && receive
  says '"action":"decline"' 'an answer that does not fit'
  call 3 "${server_name}__page" '{}' && receive
  is '.params.mode == "url" and .params.url == "https://example.com/in?a=1"
    and (.params.elicitationId | length > 0)' "a page of $server_name"
  answer '{"action":"accept"}' && receive
  says '"action":"accept"' 'an accepted page'
done
# A page that is needed first, and done with.
call 4 old__visit '{"complete":true}' && receive
is '.params.mode == "url"' 'a page that is needed'
answer '{"action":"accept"}' && receive
is '.method == "notifications/elicitation/complete" and .params.elicitationId == "e1"' 'it is done'
receive && says visited 'a call after its page'
end_input
wait_until 'the server outlives its input' is_gone "$server"
cat workspace/.agentcli/audit/*.log > trail
jq -e -s 'map(select(.state == "asked")) | .[0].answer == "accept" and .[0].mode == "form"
  and (.[0].answerSha256 | length == 64) and (map(.host) | contains(["example.com"]))' trail > out \
  || fail "the audit: $(cat trail)"

# A client without sessions.
modern() { # CAPABILITIES TOOL ARGUMENTS MORE
  send '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"'"$2"'","arguments":'"$3"\
',"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",'\
'"io.modelcontextprotocol/clientCapabilities":'"$1"'}'"${4:-}"'}}'
  receive
}
is_asked() { # WHAT: the key and the state are in $key and $state then
  is '.result.resultType == "input_required" and (.result.inputRequests | length == 1)' "$1"
  key=$(jq -r '.result.inputRequests | keys[0]' <<< "$line")
  state=$(jq -r .result.requestState <<< "$line")
}
again() { # TOOL ARGUMENTS RESULT
  modern "$both" "$1" "$2" ",\"inputResponses\":{\"$key\":$3},\"requestState\":\"$state\""
}
serve
for server_name in old new; do
  modern "$both" "${server_name}__ask" '{}' && is_asked "a form of $server_name"
  again "${server_name}__ask" '{"field":"other"}' '{"action":"accept","content":{"number":7}}'
  is '.error.code == -32602' 'other arguments'
  again "${server_name}__ask" '{}' '{"action":"accept","content":{"number":7}}'
  says '"content":{"number":7}' 'an accepted form'
  again "${server_name}__ask" '{}' '{"action":"accept","content":{"number":7}}'
  is '.error.code == -32602' 'a state twice'
  modern "$both" "${server_name}__page" '{}' && is_asked "a page of $server_name"
  is '.result.inputRequests[].params.url == "https://example.com/in?a=1"' 'its URL'
  again "${server_name}__page" '{}' '{"action":"decline"}'
  says '"action":"decline"' 'a page that is declined'
done

# A call that ends without the answer: its result is kept for the client, and counts once.
calls_before=$(cat workspace/.agentcli/audit/*.log | grep -c '"tool":"old__ask"')
modern "$both" old__ask "{\"until\":\"$dir/go\"}" && is_asked 'a form that is not waited for'
touch go
has_one_more() {
  [ "$(cat workspace/.agentcli/audit/*.log | grep -c '"tool":"old__ask"')" -gt "$calls_before" ]
}
wait_until 'the call does not end' has_one_more
again old__ask "{\"until\":\"$dir/go\"}" '{"action":"accept","content":{"number":7}}'
says 'it was not waited for' 'a late answer'
again old__ask "{\"until\":\"$dir/go\"}" '{"action":"accept","content":{"number":7}}'
is '.error.code == -32602' 'a late answer twice'

# Clients that did not declare the mode.
for capabilities in '{}' '{"elicitation":{"url":{}}}'; do
  modern "$capabilities" old__ask '{}'
  says '"action":"decline"' 'a client without forms'
done
modern '{"elicitation":{"form":{}}}' old__visit '{}'
says "needs a page to be visited" 'a client without pages'
[[ $line != *'a=1'* ]] || fail "the URL is sent: $line"
