# B4: a call that the audit can't tell of is answered by an error, and the server ends; with
# --audit best-effort it continues.
. "$(dirname "$0")/../shell.sh"
needs jq
. "$(dirname "$0")/client.bash"
cd "$dir"
mkdir workspace
cat > spoil << 'END'
rm -rf .agentcli
touch .agentcli
echo spoilt
END
echo '{"tools":[{"name":"spoil","schema":{},"command":["sh","../spoil"]}]}' > tools.json
serve() { start_server "$bin/agentcli" mcp -C workspace --tools ../tools.json "$@"; }

serve
call 1 spoil '{}' && receive
[[ $(text_of_answer) == 'error: '*--audit* ]] || fail "a call without a line: $line"
wait_until 'the server goes on without an audit' is_gone "$server"
grep -q audit server.err || fail "it does not say why: $(cat server.err)"

status=0
echo '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"spoil"}}' > in
"$bin/agentcli" mcp -C workspace --tools ../tools.json < in > out 2> err || status=$?
[ "$status" = 1 ] || fail "exit status $status"
jq -e .result.isError out > /dev/null || fail 'a call before which the audit is gone'

serve --audit best-effort
for number in 1 2; do
  call "$number" spoil '{}' && receive
  [ "$(text_of_answer)" = spoilt ] || fail "best effort: $line"
  is '.result._meta | has("agentcli/audit") | not' 'a receipt for no line'
done
end_input
wait_until 'the server outlives its input' is_gone "$server"
[ "$(grep -c 'the audit is not complete' server.err)" = 1 ] || fail "not once: $(cat server.err)"
