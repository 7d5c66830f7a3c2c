# B11: agentcli mcp --with-servers offers the tools of other servers under the rules of a run, and
# passes on their results, their progress, cancellations and changes of their lists.
. "$(dirname "$0")/../shell.sh"
needs jq
. "$(dirname "$0")/client.bash"
cd "$dir"
export XDG_STATE_HOME=$dir/state XDG_CONFIG_HOME=$dir/config
mkdir workspace
cat > tools.json << 'END'
{"tools":[{"name":"own","schema":{},"command":["echo","own"]},
{"name":"peer__count","schema":{},"command":["echo","the manifest wins"]}]}
END
jq -n --arg peer "$bin/mcp_peer" --arg starts "$dir/starts" --arg agentcli "$bin/agentcli" \
  '{mcpServers: {
    peer: {command: $peer, args: ["--results", "--starts=\($starts)"], sandbox: false,
           readOnly: ["echo"], without: ["flood*"]},
    asks: {command: $peer, tools: ["echo"], sandbox: false, approve: true},
    self: {command: $agentcli, args: ["mcp", "--with-servers"], sandbox: false}}}' > servers.json
serve() {
  start_server "$bin/agentcli" mcp -C workspace --tools ../tools.json --mcp ../servers.json \
    --with-servers "$@"
}
trail() { cat workspace/.agentcli/audit/*.log; }

serve
send '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' && receive
grep -q "'self' is agentcli itself" server.err || fail "it would start itself: $(cat server.err)"
is '[.result.tools[].name][0:2] == ["own", "peer__count"]' 'the manifest is first'
is '[.result.tools[].name] | contains(["asks__echo", "peer__echo"])' 'the names'
is '[.result.tools[].name] | length == (unique | length)' 'a name twice'
is '[.result.tools[] | select(.name | test("flood|self|asks__d"))] == []' 'what is not offered'
is '.result.tools[] | select(.name == "peer__echo")
  | .description == "(from the MCP server peer) returns the text" and .annotations
    == {readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true}' \
  'a tool that the operator says only reads'
is '.result.tools[] | select(.name == "peer__hang").annotations
  == {readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true}' \
  'a tool of which nothing is said'
initialize 2025-11-25 && receive
is .result.capabilities.tools.listChanged 'it says that the list may change'

# Results as they came, but for what speaks for agentcli.
result='{"content":[{"type":"text","text":"a"},
{"type":"image","data":"AA==","mimeType":"image/png"},
{"type":"resource_link","uri":"test://x","name":"x"}],"structuredContent":{"n":[1,2.5,null]},
"future":1,"_meta":{"their/key":1,"agentcli/audit":{"seq":99},"io.modelcontextprotocol/x":1}}'
result=$(jq -c . <<< "$result")
call 2 peer__result "{\"result\":$result}" && receive
is "(.result | del(._meta))
  == ($result | del(._meta) | .content[2].uri = \"mcp://peer/test://x\")" \
  'a result is not what came'
is '.result._meta | .["their/key"] == 1 and .["agentcli/audit"].seq != 99
  and .["agentcli/audit"].sha256 != null and .["agentcli/sandbox"].level == "none"
  and (has("io.modelcontextprotocol/x") | not)' '_meta of a result'
mcp=io.modelcontextprotocol
send '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"peer__echo","arguments":'\
'{"text":"modern"},"_meta":{"'$mcp'/protocolVersion":"2026-07-28","'$mcp'/clientCapabilities":{}}}}'
receive
is '.result | .resultType == "complete" and .content == [{type: "text", text: "modern"}]' 'modern'
call 4 peer__fail '{}' && receive
is '.result | .isError and .content == [{type: "text", text: "it did not work"}]' 'an error'
call 5 peer__wrong '{}' && receive
[[ $(text_of_answer) == 'error: '*"the MCP server 'peer' has sent a result that can't be used"* ]] \
  || fail "a result that is none: $line"
call 6 peer__big '{"bytes":2000000}' && receive
[ ${#line} -le 40000 ] && [[ $(text_of_answer) == *'the whole is in .agentcli/output/'* ]] \
  || fail "a result that is too large: ${line:0:300}"
call 7 peer__count '{}' && receive
[ "$(text_of_answer)" = 'the manifest wins' ] || fail "a name that both have: $line"
call 8 nothing '{}' && receive
is '.error.code == -32602' 'an unknown tool'

# Secrets stay, and nobody says yes.
call 9 peer__echo '{"text":"ghp_0123456789abcdefghijklmnopqrstuvwxyz"}' && receive
[[ $(text_of_answer) == 'error: '*PERMISSION_DENIED* ]] || fail "a secret in an argument: $line"
call 10 asks__echo '{"text":"x"}' && receive
[[ $(text_of_answer) == 'error: '*PERMISSION_DENIED* ]] || fail "a call to be approved: $line"
call 11 peer__ask '{}' && receive
[ "$(text_of_answer)" = '{"action":"decline"}' ] || fail "a question of a server: $line"

# Progress is the server's, and never after the answer.
send '{"jsonrpc":"2.0","id":12,"method":"tools/call","params":{"name":"peer__progress",'\
'"arguments":{"count":3,"ms":1},"_meta":{"progressToken":"p"}}}'
receive
is '.method == "notifications/progress" and .params.progressToken == "p"' 'no progress'
reported=
while jq -e .method <<< "$line" > out; do
  reported+="$(jq '.params.progress | floor' <<< "$line") "
  receive
done
is '.id == 12' 'what follows progress'
[[ $reported =~ ^(0 )?(1 )?2\ $ ]] || fail "the progress of the server: $reported"

# A cancelled call is not answered, and the server goes on.
call 13 peer__hang '{}'
cancel 13
call 14 peer__echo '{"text":"on"}' && receive
is '.id == 14' 'a cancelled call'
[ "$(wc -l < starts)" = 1 ] || fail 'the server was started again'

# What is not as it was pinned is withheld, and the client hears of that.
call 15 peer__change '{"description":"another"}'
receive && first=$line && receive
printf '%s\n%s\n' "$first" "$line" | grep -q notifications/tools/list_changed \
  || fail "no news of the list: $first $line"
send '{"jsonrpc":"2.0","id":16,"method":"tools/list"}' && receive
is '[.result.tools[].name | select(. == "peer__echo")] == []' 'a tool that has changed'
grep -q "agentcli mcp approve peer" server.err || fail "what is withheld: $(cat server.err)"

trail | jq -c 'select(.mcp.tool == "result")' > out
jq -e '.tool == "peer__result" and .via.transport == "stdio" and .mcp.server == "peer"
  and .mcp.definitionSha256 != null and .exit == null' out || fail 'the line of a call'
trail | jq -e -s 'map(select(.server == "peer") | .state)
  == ["started", "pinned", "asked", "withheld"]' > out || fail 'the lines of a server'
kill -KILL "$server"
wait_until 'the server outlives agentcli' is_gone "$(cat starts)"

# As in a run, the operator chooses, and nothing is offered unasked.
serve --only-tools own,asks__echo
send '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' && receive
is '[.result.tools[].name] == ["own", "asks__echo"]' 'the chosen tools'
end_input
wait_until 'the server outlives its input' is_gone "$server"
echo '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' \
  | "$bin/agentcli" mcp -C workspace --tools ../tools.json > out
jq -e '[.result.tools[].name] == ["own", "peer__count"]' out > list || fail 'without servers'
! "$bin/agentcli" mcp -C workspace --mcp ../servers.json < /dev/null > out 2> err \
  || fail 'servers that are named and not offered'
grep -q with-servers err || fail 'it does not say what --mcp needs'
"$bin/agentcli" mcp config -C workspace --with-servers --mcp ../servers.json > out
jq -e --arg file "$dir/servers.json" \
  '.mcpServers.agentcli.args[-3:] == ["--with-servers", "--mcp", $file]' out > list \
  || fail 'the configuration of a client'
