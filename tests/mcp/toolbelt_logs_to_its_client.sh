# B7: a client of the legacy eras that sets a level hears of the beginning and the end of each call,
# and of repairs and cut answers, redacted.
. "$(dirname "$0")/../shell.sh"
needs jq
. "$(dirname "$0")/client.bash"
cd "$dir"
mkdir workspace
cat > tools.json << 'END'
{"tools":[
{"name":"say","schema":{"type":"object","properties":{"n":{"type":"integer"}},
"additionalProperties":false},"command":["echo","said"]},
{"name":"fail","schema":{},"command":["sh","../fail"]},
{"name":"large","schema":{},"command":["sh","-c","head -c 5000 /dev/zero | tr '\\0' x"]},
{"name":"cut","schema":{},"command":["echo","{\"truncated\":true}"]}]}
END
cat > fail << 'END'
echo '{"error":"password=hunter22hunter22","code":"NOT_FOUND"}' >&2
exit 1
END
start_server "$bin/agentcli" mcp -C workspace --tools ../tools.json --max-result-bytes 1000
initialize 2025-11-25 && receive
is '.result.capabilities.logging == {}' 'the capability'
call 1 say '{}' && receive
is '.id == 1' 'without a level'
level() { # LEVEL
  send '{"jsonrpc":"2.0","id":"l","method":"logging/setLevel","params":{"level":"'"$1"'"}}'
  receive
}
hears() { # LEVEL FILTER: of the data
  receive
  is '.method == "notifications/message" and (has("id") | not)' "no message of the level $1"
  is '.params.level == "'"$1"'" and .params.logger == "agentcli" and (.params.data | '"$2)" "$2"
}
answered() { receive && is ".id == $1" "call $1"; }
level loud
is '.error.code == -32602' 'an unknown level'
level info
is '.result == {}' 'a level'

call 2 say '{}'
hears info '.event == "begin" and .tool == "say"'
hears info '.event == "end" and .tool == "say" and .ms >= 0 and (has("failure") | not)'
answered 2
call 3 fail '{}'
hears info '.event == "begin"'
hears info '.event == "end" and (.failure | contains("[redacted]"))'
! grep -q hunter22 <<< "$line" || fail "a secret: $line"
answered 3
call 4 say '{"n":"x"}'
hears info '.event == "end" and .failure' # it was not begun
answered 4

level notice
call 5 large '{}'
hears notice '.event == "cut" and .tool == "large"'
answered 5
call 6 cut '{}'
hears notice '.event == "cut" and .tool == "cut"'
answered 6
call 7 say '{"name":"say","arguments":{"n":5}}'
hears notice '.event == "repaired" and (.repairs | length == 1)'
answered 7
level warning
call 8 cut '{}'
answered 8

# Not in the modern era.
level debug
meta='"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",'
meta+='"io.modelcontextprotocol/clientCapabilities":{}}'
send '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"say",'"$meta"'}}'
answered 9
send '{"jsonrpc":"2.0","id":10,"method":"logging/setLevel","params":{"level":"info",'"$meta"'}}'
receive
is '.error.code == -32601' 'a level of the modern era'
send '{"jsonrpc":"2.0","id":11,"method":"server/discover","params":{'"$meta"'}}'
receive
is '.result.capabilities | has("logging") | not' 'the capability in the modern era'
