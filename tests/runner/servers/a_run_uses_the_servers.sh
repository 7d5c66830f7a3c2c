# C1, C6, C8, C9, C25: a run offers the tools of the configured servers beside those of the
# manifest, each server in the sandbox of exec. The first run starts and pins it; a later one starts
# it only for a call. Nothing is left running. A faulty entry costs its server alone, unless that is
# required: then the run ends before anything starts.
. "$(dirname "$0")/../../shell.sh"
export HOME=$dir/home XDG_STATE_HOME=$dir/state XDG_CONFIG_HOME=$dir/config
export XDG_CACHE_HOME=$dir/cache
mkdir "$HOME" "$dir/work" "$dir/programs"
cp "$bin/mcp_peer" "$dir/programs"
cd "$dir/work"
cat > servers.json << END
{"mcpServers":{"peer":{"command":"$dir/programs/mcp_peer","args":["--starts=starts"],
  "cwd":"$dir/work","sandbox":{"network":"off","show":["$dir/programs"],
  "write":["$dir/work"]}}}}
END
begin='{"role":"system","content":"<any>"},{"role":"user","content":"<any>"}'
exchange() { # ASKED CONTENT [CALLS]
  echo "{\"asked\":[$1],\"message\":{\"content\":$2${3:+,\"tool_calls\":[$3]}}}"
}
call='{"id":"1","type":"function",'
call+='"function":{"name":"peer__echo","arguments":"{\"text\":\"tea\"}"}}'
exchange "$begin" null "$call" > talk
exchange '{"role":"tool","tool_call_id":"1","content":"tea"}' '"it says tea"' >> talk
exchange "$begin" '"hello"' > chat
run() { # FLAG…
  "$bin/agentcli" --mcp servers.json --wait-servers "$@" > out 2> err || fail "$*: exit $?"
}

run --replay talk --prompt 'ask the peer'
[ "$(cat out)" = 'it says tea' ] || fail "the answer: $(cat out)"
[ "$(wc -l < starts)" = 1 ] || fail "it was started $(wc -l < starts) times"
run --replay chat --prompt hello
[ "$(wc -l < starts)" = 1 ] || fail 'a pinned server was started without a call'
run --replay talk --prompt 'ask the peer again'
[ "$(wc -l < starts)" = 2 ] || fail 'a pinned server was not started for a call'
for pid in $(grep -o '[0-9]*' starts); do
  ! grep -qs mcp_peer "/proc/$pid/cmdline" || fail "process $pid is left"
done
"$bin/agentcli" audit show > shown
grep -q peer__echo shown || fail "the audit: $(cat shown)"

run --dry-run --model x --prompt hello --without-tools peer__echo
! grep -q '"name":"peer__echo"' out || fail 'a tool that is not wanted is offered'
run --dry-run --model x --prompt hello
grep -q '"name":"peer__echo"' out || fail 'the pinned tool is not offered'

sed -i 's/"cwd"/"url":"http:\/\/x","cwd"/' servers.json
run --replay chat --prompt hello
grep -q "the server 'peer': .*; the server is not used" err || fail "a faulty entry: $(cat err)"
sed -i 's/"cwd"/"required":true,"cwd"/' servers.json
! "$bin/agentcli" --mcp servers.json --replay chat --prompt hello > out 2> err \
  || fail 'a faulty entry that is required'
grep -q "the server 'peer'" err || fail "$(cat err)"

# Entries as others write them: each of these but the last two works.
cat > servers.json << END
{"mcpServers":{
  "My Server":{"command":"$dir/programs/mcp_peer","sandbox":false,"load":"always"},
  "io.github.somebody/a-server":{"command":"$dir/programs/mcp_peer","sandbox":false,
    "load":"always"},
  "unset":{"command":"$dir/programs/mcp_peer","args":["\${NO_SUCH_VARIABLE}"]},
  "number":7}}
END
run --replay chat --prompt hello
[ "$(grep -c 'the server is not used' err)" = 2 ] || fail "two bad entries: $(cat err)"
grep -q "'NO_SUCH_VARIABLE' is not set" err || fail "$(cat err)"
run --dry-run --model x --prompt hello
for name in My_Server__echo a-server__echo; do
  grep -q "\"name\":\"$name\"" out || fail "$name is not offered"
done
"$bin/agentcli" mcp call --mcp servers.json 'My Server' echo '{"text":"tea"}' > out 2> err \
  || fail "the written name: $(cat err)"
[ "$(cat out)" = tea ] || fail "the answer: $(cat out)"

# A server that does not list its tools is named, and so is the line that can't be read.
cat > servers.json << END
{"mcpServers":{
  "quiet":{"command":"$dir/programs/mcp_peer","args":["--silent-list"],"sandbox":false,
    "startSec":0.5},
  "broken":{"command":"$dir/programs/mcp_peer","args":["--broken-list"],"sandbox":false}}}
END
run --replay chat --prompt hello
grep -q "the MCP server 'quiet' did not list its tools within 500ms" err || fail "$(cat err)"
grep -q "the MCP server 'broken' can't be used" err || fail "$(cat err)"
grep -q "'broken' has sent a line that can't be read: {" err || fail "$(cat err)"
tail -n 20 .agentcli/audit/*.log | grep -q '"failure":"did not list its tools' || fail 'no reason'
