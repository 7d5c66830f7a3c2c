# H3, H8, P3, P5: by HTTP, clients of the era without sessions are served; what the headers say is
# what the body says. What is no message is refused.
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/http.bash"
cat > tools.json << 'END'
{"tools":[
{"name":"now","description":"n","schema":{},"command":["echo","now"]},
{"name":"in","schema":{"properties":{"region":{"type":"string","x-mcp-header":"Region"}}},
 "command":["echo","there"]},
{"name":"long","description":"l","schema":{},"command":["sh","-c","sleep 1.2; echo over"]}]}
END
listen -C workspace --tools ../tools.json
ping='{"jsonrpc":"2.0","id":1,"method":"ping"}'
calling() { # TOOL [META]
  echo '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"'"$1"'"'"${2:+,$2}"'}}'
}

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
# A header of a parameter.
in_region() { # ARGUMENTS [FIELD]
  post "$(calling in '"arguments":'"$1,$meta")" "$version" "$method" 'Mcp-Name: in' "${@:2}"
}
rejects() { answers 400 "$1" && says '.error.code == -32020' "$1"; }
for value in eu '=?base64?ZXU=?='; do
  in_region '{"region":"eu"}' "Mcp-Param-Region: $value" && answers 200 "$value"
  says '.result.content[0].text == "there"' "$value"
done
in_region '{}' && answers 200 'a parameter that is not given'
in_region '{"region":"eu"}' && rejects 'no header of a parameter'
in_region '{"region":"eu"}' 'Mcp-Param-Region: us' && rejects 'another value'
in_region '{"region":"eu"}' 'Mcp-Param-Region: =?base64?ZXU?=' && rejects 'bad base64'
in_region '{}' 'Mcp-Param-Region: eu' && rejects 'a value that is not in the body'

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
post "$ping" 'Content-Encoding: gzip' && answers 415 'a coding'
grep -q "Content-Encoding 'gzip'" answered || fail "a coding: $(cat answered)"
ask POST /mcp "$ping" 'Content-Type: text/plain' && answers 415 'another type'
ask POST /mcp "$ping" 'Content-Type: Application/JSON; charset=utf-8' && answers 400 'no session'

echo '{"tools":[{"name":"bad","schema":{"x-mcp-header":"A"},"command":["true"]}]}' > bad.json
! "$bin/agentcli" mcp -C workspace --tools ../bad.json < /dev/null > out 2> err || fail 'accepted'
grep -Fq "the schema of 'bad': x-mcp-header" err || fail 'an annotation of the root'

kill "$server"
wait_until 'the server outlives TERM' is_gone "$server"
jq -c 'select(.via).via' workspace/.agentcli/audit/*.log > via
[ "$(sort -u via)" = '{"transport":"http","era":"modern"}' ] || fail "the audit: $(cat via)"
