# H7, H8, P4, S10: in the modern era who closes the connection cancels the call; with a session a
# notification and the end of the session do, and a lost connection does not. After a signal nothing
# is left.
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/http.bash"
make_nap
cat > wait << 'END'
touch waits
until [ -e go ]; do sleep 0.02; done
touch gone
END
cat > tools.json << 'END'
{"tools":[
{"name":"nap","schema":{},"command":["sh","../nap"]},
{"name":"wait","schema":{},"command":["sh","../wait"]}]}
END
listen -C workspace --tools ../tools.json
calling() { # TOOL MORE
  echo '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"'"$1"'"'"$2"'}}'
}
nap() { # FIELD…: the connection stays open
  rm -f workspace/pid
  dial
  request POST /mcp "$(calling nap "$more")" "${posting[@]}" "$@" >&"$wire"
  wait_until 'the call does not run' test -s workspace/pid
}
nap_ends() { wait_until "a call outlives $1" is_gone "$(cat workspace/pid)"; } # AFTER

modern_fields tools/call nap
more=,$meta
nap "${fields[@]}"
hang_up
nap_ends 'its connection'

more=
begin_session
nap "Mcp-Session-Id: $session" 'Connection: close'
nap=$wire
in_session '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":8}}'
! is_gone "$(cat workspace/pid)" || fail 'another id cancels a call'
in_session '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}'
answers 202 'a cancellation'
nap_ends 'its cancellation'
wire=$nap
read_answer
answers 200 'a cancelled call'
[ -z "$(messages)" ] || fail "a cancelled call is answered: $(cat answered)"

nap "Mcp-Session-Id: $session"
nap=$wire other=$session
begin_session
in_session '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}'
! is_gone "$(cat workspace/pid)" || fail 'another session cancels a call'
ask DELETE /mcp '' "Mcp-Session-Id: $other" && answers 204 'the end of a session'
nap_ends 'its session'
wire=$nap
hang_up

dial
request POST /mcp "$(calling wait '')" "${posting[@]}" "Mcp-Session-Id: $session" >&"$wire"
wait_until 'the call does not run' test -e workspace/waits
hang_up
in_session '{"jsonrpc":"2.0","id":1,"method":"ping"}' # so that the end has been seen
touch workspace/go
wait_until 'a lost connection cancels' test -e workspace/gone

for signal in TERM INT; do
  nap "Mcp-Session-Id: $session"
  kill -s "$signal" "$server" 2> /dev/null
  wait_until "the server outlives $signal" is_gone "$server"
  nap_ends "$signal"
  read_answer
  [ ! -e "$token_file" ] || fail "the token outlives $signal"
  [ "$signal" = INT ] || { listen -C workspace --tools ../tools.json && begin_session; }
done
"$bin/agentcli" audit verify workspace/.agentcli/audit > out || fail 'the audit is broken'
[ "$(cat workspace/.agentcli/audit/*.log | jq -s 'map(select(.end == "interrupted")) | length')" \
  = 2 ] || fail "the audit has no ends: $(cat workspace/.agentcli/audit/*.log)"
