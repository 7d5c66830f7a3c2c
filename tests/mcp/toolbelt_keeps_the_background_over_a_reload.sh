# B6: a command that runs in the background is reached by calls after the manifest has been read
# again, and ends with the server.
. "$(dirname "$0")/../shell.sh"
needs jq
. "$(dirname "$0")/client.bash"
cd "$dir"
mkdir workspace
manifest() { # FILTER
  jq -c '.tools |= (map(select(.name == "exec"))'"$1"') 
    | del(.operator, .roles)' \
    "$bin/../share/agentcli/tools.json" |
    sed "s|\.\./\.\./bin/|$bin/|" > new
  mv new tools.json
}
manifest ''
start_server env --default-signal=HUP "$bin/agentcli" mcp -C workspace --tools ../tools.json
initialize 2025-11-25 && receive
call 1 exec '{"command":"read line; echo got $line; exec sleep 300","background":"web"}' && receive
[[ $(text_of_answer) != error* ]] || skip "nothing runs in the background: $line"
manifest ' + [{"name":"now","schema":{},"command":["echo","now"]}]'
kill -s HUP "$server" && receive
is '.method == "notifications/tools/list_changed"' 'a reload'
call 2 exec '{"background":"web","stdin":"it\n","waitFor":"got it"}' && receive
[[ $(text_of_answer) == *'got it'* ]] || fail "after the reload: $line"
end_input
wait_until 'the server outlives its input' is_gone "$server"
jq -c 'select(.background).background' workspace/.agentcli/audit/*.log > out
grep -q '"state":"running"' out && tail -1 out | grep -q '"state":"stopped"' || fail 'the audit'
