# B1, B3, A1, A3, P5, P7, P8, R1, R2, R3, R5, R8, L1, L4: in both eras the tools of the manifest are
# listed in its order and answer what they answer to a plain call; each answer has the receipt of
# its line in an unbroken audit.
. "$(dirname "$0")/../shell.sh"
needs jq
. "$(dirname "$0")/client.bash"
cd "$dir"
mkdir workspace && printf 'one\ntwo\n' > workspace/file
mcp=io.modelcontextprotocol
modern='"_meta":{"'$mcp'/protocolVersion":"2026-07-28","'$mcp'/clientCapabilities":{},'
modern+='"'$mcp'/clientInfo":{"name":"editor","version":"2"}}'
export HOME="$dir" XDG_STATE_HOME="$dir/state" XDG_CONFIG_HOME="$dir/config"

start_server "$bin/agentcli" mcp -C workspace
initialize 2025-06-18 && receive
is '.id == "i" and .result.protocolVersion == "2025-06-18"' initialize
is '.result.serverInfo.name == "agentcli"' initialize
is '.result.instructions | contains("exec") and utf8bytelength <= 600' instructions

send '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' && receive && listed=$line
# But for what combines schemas at the root (A4).
jq '.tools[] | .name, .description, (.schema | del(.if, .then, .else)), .answerSchema' \
  "$bin/../share/agentcli/tools.json" > manifest
jq '.result.tools[] | .name, .description, .inputSchema, .outputSchema' <<< "$listed" > list
cmp -s manifest list || fail "the list is not the manifest: $(diff manifest list)"
jq -c '.result.tools[] | [.name, (.annotations
  | .readOnlyHint, .destructiveHint, .idempotentHint, .openWorldHint)]' <<< "$listed" > hints
for row in '"fs_stat",true,false,true,false' '"fs_mkdirp",false,false,true,false' \
  '"exec",false,true,false,false'; do
  grep -Fqx "[$row]" hints || fail "no hints are $row: $(cat hints)"
done
send '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' && receive
[ "$line" = "$listed" ] || fail 'the list is not the same twice'

recorded() { # FILTER: of the line of the audit that the answer names
  local seq hash entry
  jq -r '.result._meta["agentcli/audit"] | "\(.seq) \(.sha256)"' <<< "$line" > receipt
  read -r seq hash < receipt
  entry=$(cat workspace/.agentcli/audit/*.log | sed -n "${seq}p")
  [ "$(printf %s "$entry" | sha256sum)" = "$hash  -" ] || fail "the hash $hash is not of $entry"
  jq -e "$1" > /dev/null <<< "$entry" || fail "the audit has $entry"
}
plain() { (cd workspace && "$bin/$1" <<< "$2"); }

call 2 fs_read_lines '{"path":"file"}' && receive
[ "$(text_of_answer)" = "$(plain fs_read_lines '{"path":"file"}')" ] || fail "a read: $line"
is '.result._meta["agentcli/sandbox"].level == "landlock"' 'a read'
recorded '.tool == "fs_read_lines"'
recorded '.via == {"transport":"stdio","era":"legacy","client":"test 1"}'

call 3 fs_edit '{"path":"file","old_str":"two","new_str":"three"}' && receive # by other names, too
[ "$(cat workspace/file)" = $'one\nthree' ] || fail "a change: $line"
is '.result | .structuredContent == (.content[0].text | fromjson)' 'a change'
is '.result.structuredContent.replacements == 1' 'a change'
call 4 fs_stat '{"pth":"file"}' && receive
[ "$(text_of_answer)" = "error: $(plain fs_stat '{"pth":"file"}' 2>&1)" ] || fail "an error: $line"
is '.result | has("structuredContent") | not' 'an error'
recorded '.failure != null'
call 5 exec '{"command":"echo out"}' && receive
is '.result._meta["agentcli/sandbox"] | .policy == "workspace-write" and .network == "off"' exec
call 6 fs_red_lines '{}' && receive # a name is not repaired
is '.error.code == -32602 and (.error.message | contains("fs_read_lines"))' 'an unknown tool'

printf '\211PNG\r\n\032\n data' > workspace/image
call 7 fs_read_file '{"path":"image"}' && receive
is '.result.content[0].text | contains("contentBase64") | not' 'an image'
is '.result.content[1].mimeType == "image/png"' 'an image'
is '.result.content[1].data | @base64d | contains("data")' 'an image'

send '{"jsonrpc":"2.0","id":8,"method":"server/discover","params":{'"$modern"'}}' && receive
is '.result | .resultType == "complete" and .supportedVersions == ["2026-07-28"]' discover
send '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"fs_stat",'\
'"arguments":{"path":"file"},'"$modern"'}}' && receive
is '.result.resultType == "complete"' 'a modern call'
is '.result._meta["'$mcp'/serverInfo"].name == "agentcli"' 'a modern call'
recorded '.via == {"transport":"stdio","era":"modern","client":"editor 2"}'

end_input
wait_until 'the server outlives its input' is_gone "$server"
[ ! -s server.err ] || fail "it prints to stderr: $(cat server.err)"
"$bin/agentcli" audit verify workspace/.agentcli/audit > out || fail 'the audit is broken'
"$bin/agentcli" audit show workspace/.agentcli/audit > out
grep -q 'fs_read_lines .*via: test 1' out || fail 'audit show does not name the client'
grep -q '(end) *client-ended' out || fail 'the audit has no end'
