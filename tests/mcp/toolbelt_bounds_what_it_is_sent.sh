# P1, P2, S6: what is no request, is too long or too much is refused, and the next one is answered.
. "$(dirname "$0")/../shell.sh"
needs jq
. "$(dirname "$0")/client.bash"
cd "$dir"
mkdir workspace
cat > block << 'END'
touch blocked
until [ -e go ]; do sleep 0.02; done
echo done
END
cat > tools.json << 'END'
{"tools":[
{"name":"block","schema":{},"changesFiles":true,"command":["sh","../block"]},
{"name":"now","schema":{},"command":["echo","now"]}]}
END
start_server "$bin/agentcli" mcp -C workspace --tools ../tools.json --max-request-bytes 1000

refused() { # CODE LINE
  send "$2" && receive
  [ "$(jq .error.code <<< "$line")" = "$1" ] || fail "'${2:0:80}' is answered: $line"
}
refused -32700 '{"jsonrpc"'
refused -32600 '[]'
refused -32600 '[{"jsonrpc":"2.0","id":1,"method":"ping"}]'
refused -32600 '{"jsonrpc":"2.0","id":1.5,"method":"ping"}'
refused -32600 "$(printf '%01200d' 0)"
request() { echo '{"jsonrpc":"2.0","id":1,"method":"'"$1"'","params":'"$2"'}'; } # METHOD PARAMS
refused -32601 "$(request resources/list '{}')"
refused -32602 "$(request tools/call '{"name":"now","arguments":[]}')"
refused -32602 "$(request tools/list '{"cursor":"x"}')"
mcp=io.modelcontextprotocol
later='{"'$mcp'/protocolVersion":"2099-01-01","'$mcp'/clientCapabilities":{}}'
refused -32022 "$(request tools/list '{"_meta":'"$later"'}')"
send '{"jsonrpc":"2.0","id":7,"result":{}}'
send '{"jsonrpc":"2.0","method":"notifications/unknown"}'
send '{"jsonrpc":"2.0","id":2,"method":"ping"}' && receive
[ "$line" = '{"jsonrpc":"2.0","id":2,"result":{}}' ] || fail "ping: $line"

# 1,024 calls wait while one runs; one more is refused.
call 0 block '{}'
wait_until 'the call does not run' test -e workspace/blocked
for number in $(seq 1024); do call "$number" now '{}'; done
call 1025 now '{}' && receive
is '[.id, .error.code, .error.message] == [1025, -32603, "too many calls wait"]' 'a call too many'
for number in $(seq 1020); do cancel "$number"; done # is seen meanwhile
send '{"jsonrpc":"2.0","id":"p","method":"ping"}' && receive
[[ $line == *'"p"'* ]] || fail "while calls wait: $line"
touch workspace/go
for _ in 1 2 3 4 5; do receive; jq .id <<< "$line"; done | sort -n | tr '\n' ' ' > answered
[ "$(cat answered)" = '0 1021 1022 1023 1024 ' ] || fail "answered are: $(cat answered)"
