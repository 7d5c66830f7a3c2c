# `agentcli acp`: when its editor closes stdin or is gone, when it gets a signal, and when it is
# killed itself, no command, no host and no supervisor of a turn is left.
. "$(dirname "$0")/../../shell.sh"
. "$source/tests/mcp/client.bash"
export HOME=$dir/home XDG_STATE_HOME=$dir/state
mkdir "$HOME" "$dir/work"
cd "$dir"
call='"name":"exec","arguments":"{\"command\":\"touch begun; setsid sleep 100 & sleep 100\"}"'
call='{"id":"a","type":"function","function":{'$call'}}'
echo '{"asked":[{"role":"user","content":"go"}],"message":{"tool_calls":['"$call"']}}' > talk

request() { # ID METHOD PARAMS
  send '{"jsonrpc":"2.0","id":'"$1"',"method":"session/'"$2"'","params":{'"$3"'}}'
}
nobody_works() { ! ls -l /proc/[0-9]*/cwd 2> /dev/null | grep -qF -- "-> $dir/work"; }
host() { pgrep -f "^agentcli host .*$dir/talk"; }

for way in 'end_input' 'kill -TERM $server' 'kill -INT $server' 'kill -KILL $server' \
  'kill -KILL $(host)' 'kill -STOP $(host); end_input'; do
  rm -f work/begun
  start_server env --default-signal=INT "$bin/agentcli" acp --approve auto --system '' \
    --replay talk
  request 1 new '"cwd":"'"$dir/work"'","mcpServers":[]'
  receive
  session=${line#*'"sessionId":"'}
  session=${session%%'"'*}
  request 2 prompt '"sessionId":"'"$session"'","prompt":[{"type":"text","text":"go"}]'
  wait_until "$way: the command does not run" test -e work/begun
  eval "$way"
  if [[ $way == *host* && $way != *end_input* ]]; then
    until [[ $line == *'"id":2'* ]]; do receive; done
    [[ $line == *'"error"'* ]] || fail "$way: $line"
    end_input
  fi
  wait_until "$way: agentcli acp is left" is_gone "$server"
  wait_until "$way: something is left" nobody_works
done
