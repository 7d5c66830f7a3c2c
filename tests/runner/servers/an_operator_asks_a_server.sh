# C25, C29, C31: the commands of `agentcli mcp` that speak to a server: its tools, a call, a
# resource, a prompt, a check. What differs from the pins is shown on the terminal, and pinned after
# a yes.
. "$(dirname "$0")/../../shell.sh"
needs jq script
export HOME=$dir/home XDG_STATE_HOME=$dir/state XDG_CONFIG_HOME=$dir/config TERM=dumb
mkdir -p "$HOME" "$dir/work"
cd "$dir/work"
echo --resources > flags
cat > servers.json << END
{"mcpServers":{"peer":{"command":"sh","args":["-c","exec $bin/mcp_peer \$(cat flags)"],
  "sandbox":false},"off":{"command":"sh","disabled":true}}}
END
run() { # STATUS WORD…
  local expected=$1 status=0
  shift
  "$bin/agentcli" mcp "$@" --mcp servers.json > out 2> err < /dev/null || status=$?
  [ "$status" = "$expected" ] || fail "exit $status, not $expected: $*"
}
says() { grep -qF -- "$1" out err || fail "it does not say: $1"; }

run 0 tools peer
says 'peer__echo  (from the MCP server peer)'
run 0 tools peer --json
jq -e '.tools[0] | .name == "peer__echo" and .ownName == "echo"' out > /dev/null || fail tools
run 0 call peer echo '{"text":"tea"}'
[ "$(cat out)" = tea ] || fail 'a call'
run 0 call peer peer__echo '{"text":"tea"}' --json
jq -e '.content[0].text == "tea"' out > /dev/null || fail 'a call with --json'
run 1 call peer wrong
says peer
run 2 call peer nothing
says "'agentcli mcp tools peer' lists them"
run 2 call peer echo '[]'
says 'the arguments are not a JSON object'
run 0 read peer test://one
[ "$(cat out)" = 'the text of test://one' ] || fail 'a resource'
run 1 prompt peer nothing
run 2 prompt peer nothing key
says "'key' is not KEY=VALUE"
run 2 tools off
says 'is disabled'
run 2 tools other
says 'the servers are peer, off'
run 2 call peer echo '{}' --answers maybe
says "--answers is 'maybe'"

run 0 prompts peer
[ -s out ] && fail 'a server without prompts'
run 0 resources
[ "$(cat out)" = 'peer:test://one  one  the first' ] || fail 'the resources of all'
run 0 resources peer --json
jq -e '.servers[0] | .name == "peer" and .resources[0].uri == "test://one"
  and .resourceTemplates == []' out > /dev/null || fail 'resources as JSON'
echo --prompts=3 > flags
run 0 prompts peer
[ "$(sed -n 3p out)" = 'peer:greet2 who=… [how=…]  greets' ] || fail 'a prompt on the last page'
echo --prompts=1000000 > flags
run 0 prompts peer --json
says "the MCP server 'peer' has more prompts than are listed here"
jq -e '.servers[0].prompts | length == 100' out > /dev/null || fail 'endless pages'
run 2 prompts other
says 'the servers are peer, off'
echo --dies > flags
run 1 prompts
says "the server 'peer' ended with exit status"
echo --resources > flags

run 0 check
says 'peer: good'
says 'not pinned yet'
run 0 approve peer # there is nothing to compare it with
run 0 check peer --json
jq -e '.servers[0].pins == "as pinned"' out > /dev/null || fail 'the pins'
run 0 approve peer
says 'the server shows what is pinned'

echo --endless-pages > flags
run 0 check peer
says 'other than pinned'
echo --description=other > flags
run 1 call peer echo '{"text":"tea"}'
says "'echo' was not called: the server does not show it as it is pinned"
says "'agentcli mcp approve peer'"
run 0 call peer count
run 0 check peer
says 'not offered: echo: it is not as pinned'
run 0 tools peer
says 'peer__echo  (withheld: not as pinned)'
echo --endless-pages > flags
setsid -w "$bin/agentcli" mcp approve peer --mcp servers.json > out 2> err < /dev/null \
  && fail 'no yes'
says 'there is no terminal to show the difference on'
(echo n; sleep 1) | script -qefc "'$bin/agentcli' mcp approve peer --mcp servers.json" shown > out \
  2> err && fail 'a no approves'
says 'nothing is approved'
run 0 check peer
says 'other than pinned'
run 0 forget peer
run 1 forget peer
says 'nothing was kept about it'

echo --dies > flags
run 1 check
says "the server 'peer' ended with exit status"
