# C12, C13, C25, C26, C31, L1, L2: a server over HTTP is used as one over stdio is. agentcli asks
# its own server, and by a URL; a run calls a tool of it; pins, doctor, audit and the guard of
# secrets hold; errors name what is wrong and no token.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/../../mcp/http.bash"
export HOME=$dir/home XDG_STATE_HOME=$dir/state XDG_CONFIG_HOME=$dir/config TERM=dumb
mkdir "$HOME"
cat > tools.json << 'END'
{"tools":[
{"name":"now","description":"n","schema":{},"command":["echo","now"]},
{"name":"same","description":"s","schema":{"type":"object","properties":{"text":{"type":"string"}}},
 "command":["cat"]}]}
END
listen -C workspace --tools ../tools.json
cd workspace
entry() { # FIELDS: of the server `web`
  echo '{"mcpServers":{"web":{"url":"'"$url"'"'"${1:+,$1}"'}}}' > servers.json
}
export THE_TOKEN=$token
entry '"headers":{"Authorization":"Bearer ${THE_TOKEN}"}'
run() { # STATUS WORD…
  local expected=$1 status=0
  shift
  "$bin/agentcli" "$@" --mcp servers.json > out 2> err < /dev/null || status=$?
  ! grep -qF "$token" out err || fail "the token is printed: $*"
  [ "$status" = "$expected" ] || fail "exit $status, not $expected: $*"
}
says() { grep -qF -- "$1" out err || fail "it does not say: $1"; }

run 0 mcp tools web
says 'web__now  (from the MCP server web) n'
run 0 mcp call web now
[ "$(cat out)" = now ] || fail 'a call'
run 0 mcp check web --json
jq -e '.servers[0] | .ok and .era == "modern" and .transport == "http"
  and .pins == "not pinned yet"' out > /dev/null || fail 'a check'
run 0 mcp check
says 'protocol 2026-07-28 (modern) over http'
run 0 mcp servers
says '  http, in '
run 2 mcp call web nothing
says "the server has no tool 'nothing'"

# A run: the first pins, another one starts nothing unless a tool is called.
begin='{"role":"system","content":"<any>"},{"role":"user","content":"<any>"}'
exchange() { # ASKED CONTENT [CALLS]
  echo "{\"asked\":[$1],\"message\":{\"content\":$2${3:+,\"tool_calls\":[$3]}}}"
}
call() { # ARGUMENTS
  echo '{"id":"1","type":"function","function":{"name":"web__same","arguments":"'"$1"'"}}'
}
exchange "$begin" null "$(call '{\"text\":\"tea\"}')" > talk
exchange '{"role":"tool","tool_call_id":"1","content":"{\"text\":\"tea\"}"}' '"tea it is"' >> talk
for _ in 1 2; do
  run 0 --replay talk --prompt 'ask the server'
  [ "$(cat out)" = 'tea it is' ] || fail 'a run'
done
run 0 doctor
says 'ready; over http, modern era, 2 tools pinned'
# C12: the era is kept with the pins. This server speaks both.
sed -i 's/"era": *"modern"/"era":"legacy"/' "$XDG_STATE_HOME"/agentcli/mcp/*
run 0 --replay talk --prompt 'ask the server'
[ "$(cat out)" = 'tea it is' ] || fail 'a run in the legacy era'
secret=ghp_0123456789abcdefghij
secret+=ABCDEFGHIJKLMNOP
exchange "$begin" null "$(call '{\"text\":\"'"$secret"'\"}')" > talk
exchange '{"role":"tool","tool_call_id":"1","content":"<any>"}' '"no"' >> talk
run 0 --replay talk --prompt 'send a secret'
"$bin/agentcli" audit show --json > shown
! grep -qF "$token" shown || fail 'the token is in the audit'
jq -es '[.[] | select(.state == "started")][0] | .origin == "'"${url%/mcp}"'" and .era == "modern"
  and .headers == ["Authorization"] and .sandbox.level == "none"' shown > /dev/null \
  || fail "started: $(cat shown)"
jq -es '[.[] | select(.mcp)] | map(.mcp.era) == ["modern", "modern", "legacy"]
  and (.[0].mcp | .server == "web" and .tool == "same")' shown > /dev/null \
  || fail "a call: $(cat shown)"
jq -es '[.[] | select(.state == "ended")] | length == 3 and .[0].reason == "was ended"' shown \
  > /dev/null || fail "ended: $(cat shown)"
grep -qF "which is not sent to the MCP server 'web'" shown || fail 'the secret was sent'

# Without the token: one line that says what to do.
entry
run 1 mcp tools web
says "the server 'web' answers 401 Unauthorized: set 'headers' in its entry"
[ "$(wc -l < err)" = 1 ] || fail 'more than a line'
run 1 mcp tools "$url"
says "the server '127-0-0-1' answers 401 Unauthorized"
run 2 mcp tools "http://me:pw@127.0.0.1/"
says 'it has a user name'

# A server that anybody may ask is called by its URL alone; other commands have none of it then.
kill -INT "$server"
cd ..
listen -C workspace --tools ../tools.json --no-token
cd workspace
token='no token at all'
run 0 mcp call "$url" same '{"text":"tea"}'
[ "$(cat out)" = '{"text":"tea"}' ] || fail 'a call by URL'
run 0 mcp call "$url" now --json
jq -e '.content[0].text == "now"' out > /dev/null || fail 'a call by URL, as JSON'
kill -KILL "$server"
wait_until 'the server lives on' is_gone "$server"
run 1 mcp call "$url" now
says "can't be reached: cannot connect to 127.0.0.1:"
