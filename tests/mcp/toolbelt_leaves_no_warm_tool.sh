# B9, S7, S10: whoever dies, a call that runs in a tool that is started once for many calls ends as
# one in a process of its own, and nothing is left of it.
. "$(dirname "$0")/../shell.sh"
needs jq pgrep
. "$(dirname "$0")/client.bash"
cd "$dir"
mkdir workspace
truncate -s 7G workspace/large # hashing it takes longer than all of this
printf 'text' > workspace/file

serve() { # FLAG: timeoutSec of the tool is $timeout
  "$bin/fs_stat" --describe | jq -c --arg program "$bin/fs_stat" --arg flag "${1:---durable}" \
    --argjson timeout "${timeout:-300}" \
    '{tools: [.command = [$program, $flag] | .timeoutSec = $timeout]}' > tools.json
  start_server env --default-signal=INT "$bin/agentcli" mcp -C workspace --tools ../tools.json
}
trail() { cat workspace/.agentcli/audit/*.log; }
is_warm() {
  call '"warm up"' fs_stat '{"path":"file"}' && receive
  trail | tail -n 1 | jq -e '.warm == true'
}
warm_up() { wait_until 'it does not become warm' is_warm; }

# The processes of the warm tool.
of_tool() {
  local process processes=()
  for process in $(grep -l -z -x -e '--mcp=calls' /proc/[0-9]*/cmdline 2> /dev/null); do
    process=${process#/proc/}
    process=${process%/cmdline}
    [ "$(readlink "/proc/$process/cwd")" = "$dir/workspace" ] && processes+=("$process")
  done
  [ ${#processes[@]} = 0 ] || printf '%s\n' "${processes[@]}"
}
# The one of which none is the parent. Not the one with the lowest number: numbers begin anew.
tool() {
  local process all
  all=$(of_tool)
  for process in $all; do
    grep -q -x "$(sed -n 's/^PPid:\t//p' "/proc/$process/status" 2> /dev/null)" <<< "$all" ||
      echo "$process"
  done
}
# The process that works, not those that wait for the next calls, which were made later.
worker() { pgrep -P "$(tool)" -r R,D | grep -x "$(pgrep -o -P "$(tool)")"; }
hash_large() { # ID
  call "$1" fs_stat '{"path":"large","hash":"sha256"}'
  wait_until 'the call does not run' worker
}
nothing_is_left() { [ -z "$(of_tool)" ]; }
answers() { # AFTER
  call 9 fs_stat '{"path":"file"}' && receive
  [[ $(text_of_answer) == *'"sizeBytes":4'* ]] || fail "the call after $1: $line"
}
killed='error: {"error":"tool '"'fs_stat'"' was killed by signal 9 (Killed)","code":"INTERNAL"}'

serve && warm_up
before=$(tool)
hash_large 1
working=$(worker)
cancel 1
wait_until 'a cancelled call runs on' is_gone "$working"
answers 'a cancelled call' && [ "$(tool)" = "$before" ] || fail 'the tool was started again'

hash_large 2
kill -KILL "$(worker)" && receive
[ "$(text_of_answer)" = "$killed" ] || fail "its child was killed: $line"
trail | tail -n 1 | jq -e '.signal == 9 and .warm == true' > out || fail 'the trail says otherwise'
answers 'a killed child' && [ "$(tool)" = "$before" ] || fail 'the tool was started again'

hash_large 3
kill -KILL "$before" && receive
[ "$(text_of_answer)" = "$killed" ] || fail "its tool was killed: $line"
answers 'a killed tool'
warm_up
[ "$(tool)" != "$before" ] || fail 'the tool was not started again'

hash_large 4
kill -KILL "$server"
wait_until 'the tool outlives a killed server' nothing_is_left

for way in INT TERM; do
  serve && warm_up && hash_large 5
  kill -s "$way" "$server"
  wait_until "the server outlives $way" is_gone "$server"
  wait_until "the tool outlives $way" nothing_is_left
done
serve && warm_up
end_input
wait_until 'the server outlives its input' is_gone "$server"
nothing_is_left || fail 'the tool outlives a server that has ended'

# A call that takes too long, as a plain one tells it.
timeout=1
for flag in --durable --max-request-bytes=1000000; do
  serve "$flag"
  [ "$flag" != --durable ] || warm_up
  call 6 fs_stat '{"path":"large","hash":"sha256"}' && receive
  text_of_answer > "$flag.text"
  end_input
  wait_until 'the server outlives its input' is_gone "$server"
done
cmp -- --durable.text --max-request-bytes=1000000.text || fail 'a call that takes too long'
grep -q 'did not answer within 1s and was killed' -- --durable.text || fail 'it is no timeout'
trail | jq -c 'select(.failure // "" | test("within 1s")) | .warm' > out
[ "$(cat out)" = $'true\nnull' ] || fail 'not one warm and one plain call'
