# B6: at SIGHUP the manifest is read again, and who listens is told; one that can't be used is
# named, and the one before stays. What runs goes on.
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/http.bash"
cat > wait << 'END'
touch waits
until [ -e go ]; do sleep 0.02; done
echo went
END
offer() { # NAME…: and `wait`
  local name
  for name; do
    echo '{"name":"'"$name"'","schema":{},"command":["echo","'"$name"'"]},'
  done > entries
  echo '{"tools":['"$(cat entries)"'{"name":"wait","schema":{},"command":["sh","../wait"]}]}' > new
  mv new tools.json
}
list='{"jsonrpc":"2.0","id":"l","method":"tools/list"}'
has() { jq -r '.result.tools[].name' <<< "$line" | tr '\n' ' '; }
hup() { kill -s HUP "$server"; }

offer one
start_server env --default-signal=HUP "$bin/agentcli" mcp -C workspace --tools ../tools.json
listen_to() { # ID FILTER
  local params='{"notifications":'"$2,$meta"'}'
  echo '{"jsonrpc":"2.0","id":'"$1"',"method":"subscriptions/listen","params":'"$params"'}'
}
send "$(listen_to '"a"' '{"toolsListChanged":true,"promptsListChanged":true}')" && receive
mcp=io.modelcontextprotocol
is '.method == "notifications/subscriptions/acknowledged"' 'the first message'
is '.params == {"_meta":{"'$mcp'/subscriptionId":"a"},
  "notifications":{"toolsListChanged":true,"promptsListChanged":true}}' 'the first message'
send "$(listen_to 7 '{}')" && receive
is '.params == {"_meta":{"'$mcp'/subscriptionId":7},"notifications":{}}' 'a filter of nothing'
send "$(listen_to 8 '[]')" && receive
is '.id == 8 and .error.code == -32602' 'no filter'
send "$(listen_to '"a"' '{}')" && receive
is '.id == "a" and .error.code == -32600' 'an id twice'
call 1 wait '{}'
wait_until 'the call does not run' test -e workspace/waits

# Without a session of the legacy eras only who listens is told.
offer two
hup && receive
is '.method == "notifications/tools/list_changed"' 'who listens'
is '.params == {"_meta":{"'$mcp'/subscriptionId":"a"}}' 'who listens'
send "$list" && receive
[ "$(has)" = 'two wait ' ] || fail "the list: $line"
call 2 two '{}' && receive
[ "$(text_of_answer)" = two ] || fail "a new tool: $line"
call 3 one '{}' && receive
is '.error.code == -32602' 'a tool that is gone'
touch workspace/go
receive
is '.id == 1 and .result.content[0].text == "went"' 'a call that has begun before'

cancel '"a"'
initialize 2025-11-25 && receive
is '.result.capabilities.tools.listChanged == true' initialize
offer two three
hup && receive
is '. == {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}' 'who has a session'
hup # nothing is new
echo '{"tools":[{"name":"list","schema":{"type":"array"},"command":["true"]}]}' > tools.json
hup
wait_until 'it does not say why' grep -q "the schema of 'list' is not that of an object" server.err
echo '{"tools":[]}' > tools.json
hup
wait_until 'it does not say why' grep -q 'there are no tools to offer' server.err
echo '{' > tools.json
hup
wait_until 'it does not say why' grep -q 'the one before stays.*tools.json' server.err
send "$list" && receive
[ "$(has)" = 'two three wait ' ] || fail "after bad manifests: $line"
end_input
wait_until 'the server outlives its input' is_gone "$server"
"$bin/agentcli" audit verify workspace/.agentcli/audit > out || fail 'the audit is broken'
[ "$(cat workspace/.agentcli/audit/*.log | jq -r 'select(.end).end' | tr '\n' ' ')" \
  = 'reloaded reloaded client-ended ' ] || fail "the audit: $(cat workspace/.agentcli/audit/*.log)"

# By HTTP the stream stays open, until its client leaves.
offer one
listen -C workspace --tools ../tools.json
modern_fields subscriptions/listen
dial
listening=$(listen_to 5 '{"toolsListChanged":true}')
request POST /mcp "$listening" "${posting[@]}" "${fields[@]}" >&"$wire"
heard() { # FILTER WHAT
  line=
  until [[ $line == data:* ]]; do read -r -t 20 line <&"$wire" || fail "$2: no message"; done
  line=${line#data: }
  is "$1" "$2"
}
heard '.method == "notifications/subscriptions/acknowledged"' 'the first message'
offer two
hup
heard '.method == "notifications/tools/list_changed"' 'who listens by HTTP'
is '.params._meta == {"'$mcp'/subscriptionId":5}' 'who listens by HTTP'
hang_up
ask POST /mcp "$(listen_to 5 '{}')" "${posting[0]}" "${fields[@]}" && answers 406 'no stream'
begin_session
says '.result.capabilities.tools | has("listChanged") | not' 'nobody can be told in a session'
modern server/discover
says '.result.capabilities.tools.listChanged == true' 'the modern era'
