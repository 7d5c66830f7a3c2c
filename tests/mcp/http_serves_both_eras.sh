# H3, H6, H7, H8, P3, P4, L1: by HTTP, clients of both eras are served, each in its way; calls are
# in the audit with the session.
. "$(dirname "$0")/../shell.sh"
needs jq
. "$(dirname "$0")/client.bash"
. "$(dirname "$0")/http.bash"
cd "$dir"
mkdir workspace
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
says '.error.code == -32700 and .id == null' 'no JSON'
in_session "[$ping]" && answers 400 'a batch'
says '.error.code == -32600' 'a batch'
ask DELETE /mcp '' && answers 400 'the end of no session'
ask DELETE /mcp '' "Mcp-Session-Id: $session" && answers 204 'the end of a session'
in_session "$ping" && answers 404 'after the end of the session'
ask DELETE /mcp '' "Mcp-Session-Id: $session" && answers 404 'a second end'

# The modern era has none, and its headers are what the body says.
modern server/discover && answers 200 discover
says '.result.supportedVersions == ["2026-07-28"]' discover
[ -z "$(field mcp-session-id)" ] || fail "a session: $(cat answered)"
modern tools/list && answers 200 'the list'
says '.result.resultType == "complete" and .result.cacheScope == "private"' 'the list'
modern tools/call now '{}' && answers 200 'a call'
says '.result.content[0].text == "now"' 'a modern call'
modern_fields tools/call '=?base64?bm93?='
post "$(calling now "$meta")" "${fields[@]}" && answers 200 'a name in base64'
says '.result.content[0].text == "now"' 'a name in base64'
modern tools/call nor '{}' && answers 200 'an unknown tool'
says '.error.code == -32602 and .id == 1' 'an unknown tool'
modern resources/subscribe && answers 404 'an unknown method'
says '.error.code == -32601 and .id == 1' 'an unknown method'
modern initialize && answers 404 'initialize'
mismatch() { # WHAT FIELD…
  local what=$1
  shift
  post "$(calling now "$meta")" "$@" && answers 400 "$what"
  says '.error.code == -32020 and .id == 7' "$what"
}
version='MCP-Protocol-Version: 2026-07-28' method='Mcp-Method: tools/call' name='Mcp-Name: now'
mismatch 'no version' "$method" "$name"
mismatch 'another version' 'MCP-Protocol-Version: 2027-01-01' "$method" "$name"
mismatch 'an old version' 'MCP-Protocol-Version: 2025-11-25' "$method" "$name"
mismatch 'no method' "$version" "$name"
mismatch 'another method' "$version" 'Mcp-Method: TOOLS/CALL' "$name"
mismatch 'two methods' "$version" "$method" "$method" "$name"
mismatch 'no name' "$version" "$method"
mismatch 'another name' "$version" "$method" 'Mcp-Name: long'
mismatch 'a name in bad base64' "$version" "$method" 'Mcp-Name: =?base64?bm93?'
mismatch 'a name in bad base64' "$version" "$method" 'Mcp-Name: =?base64?b=?='
modern_fields tools/list
post '{"jsonrpc":"2.0","id":5,"method":"tools/list","params":{}}' "${fields[@]}"
answers 400 'no _meta'
says '.error.code == -32602 and .id == 5' 'no _meta'
later='MCP-Protocol-Version: 2027-01-01'
post "$(calling now "${meta/2026-07-28/2027-01-01}")" "$later" "$method" "$name"
answers 400 'a later version'
says '.error.code == -32022' 'a later version'
says '.error.data == {"supported":["2026-07-28"],"requested":"2027-01-01"}' 'a later version'

# What is not a message.
ask GET /mcp '' && answers 405 GET
[ "$(field allow)" = 'POST, DELETE' ] || fail "GET: $(cat answered)"
for method in PUT OPTIONS HEAD PATCH TRACE; do ask "$method" /mcp '' && answers 405 "$method"; done
for target in / /mcp/ '/mcp?x' /mcp/../mcp /MCP '*' http://127.0.0.1:$port/mcp; do
  ask POST "$target" "$ping" "${posting[@]}" && answers 404 "$target"
done
ask POST /mcp "$ping" && answers 415 'no type'
ask POST /mcp "$ping" 'Content-Type: text/plain' && answers 415 'another type'
ask POST /mcp "$ping" 'Content-Type: Application/JSON; charset=utf-8' && answers 400 'no session'

kill "$server"
wait_until 'the server outlives TERM' is_gone "$server"
log=$(cat workspace/.agentcli/audit/*.log)
hash=$(printf %s "$first" | sha256sum | cut -d' ' -f1)
jq -c 'select(.via).via' <<< "$log" > via
legacy='{"transport":"http","era":"legacy","session":"'$hash'","client":"test 1"}'
[ "$(head -1 via)" = "$legacy" ] || fail "the audit: $(cat via)"
[ "$(tail -1 via)" = '{"transport":"http","era":"modern"}' ] || fail "the audit: $(cat via)"
! grep -rq "$first" workspace/.agentcli || fail 'the audit has the id of a session'
"$bin/agentcli" audit verify workspace/.agentcli/audit > out || fail 'the audit is broken'
