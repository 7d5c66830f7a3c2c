# B5, P2, P4: calls that change nothing run side by side, those that change files alone and in
# order; one that is cancelled ends with all of its processes, and has no answer; a long one reports
# progress.
. "$(dirname "$0")/../shell.sh"
needs jq
. "$(dirname "$0")/client.bash"
cd "$dir"
mkdir workspace
cat > change << 'END'
read -r line
echo "begin $line" >> log
sleep 0.02
echo end >> log
echo done
END
cat > meet << 'END'
read -r me
mkdir "met$me"
until [ "$(ls -d met* | wc -l)" = 16 ]; do sleep 0.02; done
echo met
END
make_nap
cat > tools.json << 'END'
{"tools":[
{"name":"change","schema":{},"changesFiles":true,"command":["sh","../change"]},
{"name":"meet","schema":{},"command":["sh","../meet"]},
{"name":"long","schema":{},"timeoutSec":40,"command":["sh","-c","sleep 1.2; echo over"]},
{"name":"nap","schema":{},"command":["sh","../nap"]},
{"name":"now","schema":{},"command":["echo","now"]}]}
END
start_server "$bin/agentcli" mcp -C workspace --tools ../tools.json

for number in $(seq 16); do call "$number" meet '{"n":'"$number"'}'; done
for number in $(seq 16); do
  receive
  [ "$(text_of_answer)" = met ] || fail "call $number: $line"
done

for number in 1 2 3 4 5; do call "$number" change '{"n":'"$number"'}'; done
for number in 1 2 3 4 5; do
  receive
  is ".id == $number" 'out of order'
  printf 'begin {"n":%s}\nend\n' "$number" >> expected
done
cmp -s expected workspace/log || fail "changes overlap: $(cat workspace/log)"

call 20 nap '{}'
wait_until 'the call does not run' test -s workspace/pid
call 20 now '{}' && receive
is '.error.code == -32600' 'an id twice'
call 21 change '{"n":6}'
cancel 20
cancel 99
receive
is '.id == 21' 'after a cancelled call'
wait_until 'a cancelled call goes on' is_gone "$(cat workspace/pid)"
call 22 now '{}' && receive
[ "$(text_of_answer)" = now ] || fail "after a cancelled call: $line"

send '{"jsonrpc":"2.0","id":30,"method":"tools/call","params":{"name":"long",'\
'"_meta":{"progressToken":"t"}}}'
receive
is '.method == "notifications/progress" and .params.progressToken == "t"' progress
is '.params | .progress == 1 and .total == 40 and .message == "long: 1 s"' progress
receive
is '.id == 30' 'after the progress'
end_input
wait_until 'the server outlives its input' is_gone "$server"
"$bin/agentcli" audit verify workspace/.agentcli/audit > out || fail 'the audit is broken'
jq -r 'select(.tool == "nap").failure' workspace/.agentcli/audit/*.log > out
grep -q 'was cancelled while it ran' out || fail 'the audit does not tell of the cancelled call'
