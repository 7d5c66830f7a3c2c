# H6, H7, P4, L1: by HTTP, clients of the eras with sessions are served; calls are in the audit with
# the hash of the session.
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/http.bash"
cat > tools.json << 'END'
{"tools":[
{"name":"now","description":"n","schema":{},"command":["echo","now"]},
{"name":"long","description":"l","schema":{},"command":["sh","-c","sleep 1.2; echo over"]}]}
END
listen -C workspace --tools ../tools.json
ping='{"jsonrpc":"2.0","id":1,"method":"ping"}'
calling() { # TOOL [META]
  echo '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"'"$1"'"'"${2:+,$2}"'}}'
}

# A session begins, and ends.
begin_session
answers 200 initialize
[[ $session =~ ^[0-9a-f]{32}$ ]] || fail "the id of the session is $session"
says '.result.protocolVersion == "2025-11-25"' initialize
in_session '{"jsonrpc":"2.0","method":"notifications/initialized"}'
answers 202 'a notification'
[ -z "$(body)" ] || fail "a notification is answered: $(body)"
in_session "$ping" && answers 200 ping
says '.result == {}' ping
in_session '{"jsonrpc":"2.0","id":2,"method":"tools/list"}'
says '[.result.tools[].name] == ["now","long"]' 'the list'
in_session '{"jsonrpc":"2.0","id":3,"method":"resources/list"}' && answers 200 'an unknown method'
says '.error.code == -32601' 'an unknown method'
in_session "$(calling now)" && answers 200 'a call'
[ "$(field content-type)" = application/json ] || fail "not JSON: $(cat answered)"
says '.result.content[0].text == "now"' 'a call'
first=$session
begin_session
[ "$session" != "$first" ] || fail 'two sessions have one id'
in_session "$(calling now)" && answers 200 'the same id in another session'

# What precedes the answer makes it a stream, for those who take one.
dial
request POST /mcp "$(calling long '"_meta":{"progressToken":"t"}')" "${posting[0]}" \
  'Accept: application/json' "Mcp-Session-Id: $first" 'Connection: close' >&"$wire"
plain=$wire
in_session "$(calling long '"_meta":{"progressToken":"t"}')" && answers 200 progress
[ "$(field content-type)" = text/event-stream ] || fail "no stream: $(cat answered)"
[ "$(messages | jq -r '.method // .result.content[0].text' | tr '\n' ' ')" \
  = 'notifications/progress over ' ] || fail "progress: $(cat answered)"
wire=$plain
read_answer
[ "$(field content-type)" = application/json ] || fail "a stream: $(cat answered)"
says '.result.content[0].text == "over"' 'without a stream'
session_field="Mcp-Session-Id: $session"
ask POST /mcp "$(calling now)" "${posting[0]}" 'Accept: text/event-stream' "$session_field"
[ "$(field content-type)" = text/event-stream ] || fail "JSON: $(cat answered)"
says '.result.content[0].text == "now"' 'nothing but a stream'

# What is wrong about a session.
post "$ping" && answers 400 'no session'
post "$ping" "Mcp-Session-Id: ${session%?}x" && answers 404 'an unknown session'
post "$ping" "$session_field" 'MCP-Protocol-Version: 2025-11-25' && answers 200 'a version'
post "$ping" "$session_field" 'MCP-Protocol-Version: 2025-01-01' && answers 400 'a version'
says '.error.code == -32600 and .id == 1' 'an unknown version'
in_session '{"jsonrpc":' && answers 400 'no JSON'
says '.error.code == -32700 and (has("id") | not)' 'no JSON'
in_session "[$ping]" && answers 400 'a batch'
says '.error.code == -32600' 'a batch'
ask DELETE /mcp '' && answers 400 'the end of no session'
ask DELETE /mcp '' "Mcp-Session-Id: $session" && answers 204 'the end of a session'
in_session "$ping" && answers 404 'after the end of the session'
ask DELETE /mcp '' "Mcp-Session-Id: $session" && answers 404 'a second end'

kill "$server"
wait_until 'the server outlives TERM' is_gone "$server"
log=$(cat workspace/.agentcli/audit/*.log)
hash=$(printf %s "$first" | sha256sum | cut -d' ' -f1)
jq -c 'select(.via).via' <<< "$log" > via
legacy='{"transport":"http","era":"legacy","session":"'$hash'","client":"test 1"}'
[ "$(head -1 via)" = "$legacy" ] || fail "the audit: $(cat via)"
! grep -rq "$first" workspace/.agentcli || fail 'the audit has the id of a session'
"$bin/agentcli" audit verify workspace/.agentcli/audit > out || fail 'the audit is broken'
