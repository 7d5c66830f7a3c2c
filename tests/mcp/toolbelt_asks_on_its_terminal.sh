# E2: a server with --listen asks on the terminal that it was started from; one over stdin and
# stdout never does, since that terminal is the client's.
. "$(dirname "$0")/../shell.sh"
needs script
. "$(dirname "$0")/http.bash"
echo hello > workspace/a
export XDG_RUNTIME_DIR=$dir/run TERM=dumb
mkdir run
mkfifo keys
cat > start << END
exec env --default-signal=INT,HUP '$bin/agentcli' mcp -C workspace \
  --tools '$bin/../share/agentcli/tools.json' \
  --approve changes --listen 127.0.0.1:0 > listening
END
script -qfc 'sh start' screen < keys > /dev/null 2>&1 &
terminal=$!
disown "$terminal"
exec {keys}> keys
at_end 'kill $terminal 2> /dev/null'
wait_until 'it does not listen' test -s listening
url=$(jq -r .url listening) port=${url%/mcp} port=${port##*:}
token=$(cat "$(jq -r .tokenFile listening)")
begin_session
post_as() ( # NUMBER MESSAGE: the answer is in the file of this number, when there is one
  mkdir "connection$1"
  cd "connection$1"
  in_session "$2"
  messages > "../answer$1"
)
edit() { # ID FROM TO
  post_as "$1" '{"jsonrpc":"2.0","id":'"$1"',"method":"tools/call","params":{"name":"fs_edit",'\
'"arguments":{"path":"a","oldString":"'"$2"'","newString":"'"$3"'"}}}'
}
questions() { [ "$(grep -c 'run it?' screen)" = "$1" ]; } # NUMBER
says() { # ID FILTER
  line=$(tail -1 "answer$1")
  is "$2" "call $1"
}

edit 1 hello one & call=$!
wait_until 'it does not ask' questions 1
grep -q 'oldString: hello' screen && grep -q -- '-hello' screen || fail 'the call is not shown'
# Others run on.
post_as 2 '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"fs_stat",'\
'"arguments":{"path":"a"}}}'
says 2 '.result.isError | not'
echo y >&"$keys"
wait "$call"
says 1 '.result.isError | not'
[ "$(cat workspace/a)" = one ] || fail 'the call was not run'

edit 3 one two & call=$!
wait_until 'it does not ask' questions 2
echo 'n not on a Friday' >&"$keys"
wait "$call"
says 3 '.result.content[0].text | contains("the operator said no: not on a Friday")'

# A cancelled call takes its question with it, and the next one is asked.
edit 4 one two & call=$!
wait_until 'it does not ask' questions 3
post_as cancelled '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4}}'
wait "$call"
wait_until 'the question stays' grep -q 'the question above is over' screen
edit 5 one two & call=$!
wait_until 'it does not ask' questions 4
echo y >&"$keys"
wait "$call"
says 5 '.result.isError | not'
[ "$(cat workspace/a)" = two ] || fail 'the call was not run'
jq -r 'select(.approval) | .approval' workspace/.agentcli/audit/*.log > out
printf '%s\n' 'yes (terminal)' 'no (terminal): not on a Friday' 'yes (terminal)' > expected
cmp -s expected out || fail 'the audit'
server=$(pgrep -P "$terminal" | head -1)
printf '\003' >&"$keys"
wait_until 'it does not end' is_gone "${server:-1000000000}"

# Over stdin and stdout the terminal is the client's.
cat > call6 << 'END'
{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"fs_edit",
"arguments":{"path":"a","oldString":"two","newString":"x"}}}
END
tr -d '\n' < call6 > line6
cat > client << END
'$bin/agentcli' mcp -C workspace \
  --tools '$bin/../share/agentcli/tools.json' --approve changes \
  < line6 > answer6 2> /dev/null
END
script -qec 'sh client' screen < /dev/null > /dev/null
says 6 '.result.isError and (.result.content[0].text | contains("the client can'"'"'t ask"))'
! grep -q 'run it?' screen || fail "the client's terminal was written to"
status=0
asking=(--approve changes --approve-by terminal)
"$bin/agentcli" mcp -C workspace "${asking[@]}" < /dev/null 2> err || status=$?
[ $status = 2 ] && grep -q -- '--listen' err || fail 'a terminal of a client was accepted'
# Without a terminal, nobody can be asked there.
status=0
setsid -w "$bin/agentcli" mcp -C workspace "${asking[@]}" --listen 127.0.0.1:0 \
  < /dev/null > out 2> err || status=$?
[ $status = 2 ] && grep -q 'no terminal' err || fail 'a terminal that is not there was accepted'
