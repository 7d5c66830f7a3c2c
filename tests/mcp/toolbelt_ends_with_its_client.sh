# S10: at the end of stdin, after a signal, when nobody reads stdout, nothing is left of the server
# and of its calls.
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/client.bash"
cd "$dir"
mkdir workspace
make_nap
cat > tools.json << 'END'
{"tools":[
{"name":"nap","schema":{},"command":["sh","../nap"]},
{"name":"brief","schema":{},"command":["sh","-c","sleep 0.2; echo brief"]}]}
END
serve() {
  start_server env --default-signal=INT,HUP "$bin/agentcli" mcp -C workspace --tools ../tools.json
}
nap() {
  rm -f workspace/pid
  call 1 nap '{}'
  wait_until 'the call does not run' test -s workspace/pid
}
all_gone() { # AFTER
  wait_until "the server outlives $1" is_gone "$server"
  wait_until "a call outlives $1" is_gone "$(cat workspace/pid)"
}

serve && nap
call 2 brief '{}'
end_input
receive
[[ $line == '{"jsonrpc":"2.0","id":2,'*brief* ]] || fail "what runs has a second to answer: $line"
all_gone 'the end of stdin'

serve && nap
exec {from}<&-
call 2 brief '{}'
all_gone 'its reader'

for signal in TERM INT KILL; do
  serve && nap
  kill -s "$signal" "$server"
  all_gone "$signal"
done

# Without a call, nothing is written.
mkdir other
"$bin/agentcli" mcp -C other --tools ../tools.json < /dev/null > out || fail "it exits with $?"
[ -z "$(ls -A other)" ] || fail "a server without calls leaves $(ls -A other)"
