# A host that says so in its first message shows the forms and pages of servers; those of another
# host are declined.
. "$(dirname "$0")/../../shell.sh"
needs jq
export HOME=$dir/home XDG_STATE_HOME=$dir/state XDG_CONFIG_HOME=$dir/config
mkdir -p "$HOME" "$dir/work"
cd "$dir/work"
echo '{"tools":[]}' > tools.json
cat > servers.json << END
{"mcpServers":{"peer":{"command":"$bin/mcp_peer","args":["--asks"],"sandbox":false}}}
END
begin_host() { # BEGIN
  coproc worker { exec "$bin/agentcli" host --model m --base-url http://127.0.0.1:9/v1 \
    --tools tools.json --mcp servers.json --wait-servers 2> err; }
  host=$worker_PID
  exec {to}>&"${worker[1]}" {from}<&"${worker[0]}"
  at_end 'kill -KILL $host 2> /dev/null'
  send "$1"
}
send() { printf '%s\n' "$1" >&"$to"; }
receive() { # EVENT: the next one of this name, into $line
  while IFS= read -r -t 30 line <&"$from"; do
    [ "$(jq -r .event <<< "$line")" != "$1" ] || return 0
  done
  fail "no event $1: $(cat err)"
}
is() { jq -e "$1" > /dev/null <<< "$line" || fail "$2: $line"; }
call() { send '{"do":"call","id":"'"$1"'","tool":"'"$2"'","arguments":{}}'; }
answer() { # FIELDS
  send "$(jq -c --argjson fields "$1" '{do: "answer", id: .id} + $fields' <<< "$line")"
}

begin_host '{"do":"begin","channel":2,"serverAsks":["form","url"]}'
call c1 peer__ask && receive ask
is '.kind == "form" and .server == "peer" and .message == "Which?"
  and .schema.properties.number.type == "integer"' 'a form'
ask=$line
answer '{"verdict":"yes"}' && receive error
is '.text | contains("of kind form")' 'an answer of another kind'
line=$ask
answer '{"action":"accept","content":{"number":7}}' && receive result
is '.content | contains("\"content\":{\"number\":7}")' 'an accepted form'
call c2 peer__page && receive ask
is '.kind == "open-url" and .host == "example.com" and .url == "https://example.com/in?a=1"
  and .message == "Sign in"' 'a page'
answer '{"action":"cancel"}' && receive result
is '.content | contains("\"action\":\"cancel\"")' 'a page that is dismissed'
call c3 peer__ask && receive ask
send '{"do":"interrupt"}' && receive asked
is '.kind == "form" and .state == "withdrawn"' 'a form of a call that was interrupted'
send '{"do":"quit"}'
wait "$host" || fail "exit $?: $(cat err)"

begin_host '{"do":"begin","channel":2}'
call c1 peer__ask && receive result
is '.content | contains("\"action\":\"decline\"")' 'a host that shows no forms'
send '{"do":"quit"}'
wait "$host" || fail "exit $?: $(cat err)"
