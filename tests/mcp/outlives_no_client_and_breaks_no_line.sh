# P1, P2, P4, S5, S6, S10: whatever a client sends, leaves unread or breaks off, a server prints
# whole lines, answers the next request, and ends with its client: a single tool and the toolbelt.
. "$(dirname "$0")/../shell.sh"
needs jq
. "$(dirname "$0")/client.bash"
cd "$dir"
mkdir workspace
seq 2000 > workspace/file
mkfifo workspace/gate
cat > tools.json << 'END'
{"tools":[
{"name":"fs_stat","schema":{},"command":["cat","file"]},
{"name":"open","schema":{},"command":["sh","-c","echo $$ > pid; cat gate"]}]}
END
tool=("$bin/fs_stat" --mcp --root workspace)
toolbelt=("$bin/agentcli" mcp -C workspace --tools ../tools.json)
ping() { echo '{"jsonrpc":"2.0","id":'"$1"',"method":"ping"}'; } # ID

# Its client dies, and somebody else holds its stdin: at the end it must have noticed.
lose_client() { # KIND COMMAND…
  mkfifo "$1.in"
  exec {held}<> "$1.in"
  (
    "${@:2}" < "$1.in" > "$1.out" 2> "$1.err" &
    echo $! > "$1.pid"
    wait
  ) &
  at_end "kill -KILL $! \$(cat $dir/$1.pid) 2> /dev/null"
  ping 1 > "$1.in"
  wait_until "$1 does not answer" test -s "$1.out"
  disown $!
  kill -KILL $!
}
lose_client tool "${tool[@]}"
lose_client toolbelt "${toolbelt[@]}"

# Each line is answered by an error without an id, but for an empty one.
printf 'x\n\n[]\n{}\n"\n\xff\xfe\n\x00\n\xef\xbb\xbf{}\n%01000d\n' 0 > garbage
head -c 200000 /dev/zero | tr '\0' '[' >> garbage
{ echo; ping 1; } >> garbage
requests=10000
if is_sanitized; then requests=2000; fi
for number in $(seq $requests); do ping "$number"; done > many
check() { # KIND COMMAND…
  "${@:2}" < garbage > out || fail "$1: garbage ends it with $?"
  [ "$(jq -r '.error.code // .id' out | tr '\n' ' ')" = '-32700 -32600 -32600 -32700 -32700 '\
'-32700 -32700 -32700 -32700 1 ' ] || fail "$1: garbage"
  [ "$(jq -c 'select(.error) | has("id")' out | sort -u)" = false ] || fail "$1: an id"

  for line in '{"jsonrpc":"2.0","id":1,"meth' "$(ping 1)"; do
    printf %s "$line" | "${@:2}" > out || fail "$1: half a line ends it with $?"
    jq -e '.result // .error' out > told && [ -z "$(tail -c 1 out)" ] || fail "$1: half a line"
  done

  # 10,000 requests at once: each is answered once, if only by the word that too many wait.
  start_server "${@:2}"
  cat many >&"$to" &
  timeout 60 head -n $requests <&"$from" > out
  wait $!
  [ "$(jq -r '.id' out | sort -nu | wc -l)" = $requests ] \
    || fail "$1: not every request is answered"
  [ "$(jq -r 'select(.result != {}).error.code' out | sort -u | grep -vx -- -32603)" = '' ] \
    || fail "$1: another error"

  # A cancellation that comes before its request, or after the answer, means nothing.
  cancel 5
  call 5 fs_stat '{"path":"file"}' && receive
  is '.id == 5 and .result' "$1: cancelled before"
  cancel 5
  send "$(ping 6)" && receive
  is '.id == 6 and .result == {}' "$1: cancelled after"

  # Nobody reads: the server reads on meanwhile, and ends with its input.
  for number in $(seq 600); do call "$number" fs_stat '{"path":"file"}'; done
  end_input
  wait_until "$1 waits for a reader" is_gone "$server"
  head -n 1 <&"$from" | jq -e .id > told || fail "$1: what nobody has read"
  exec {from}<&-
}
check tool "${tool[@]}"
check toolbelt "${toolbelt[@]}"

# A tool is killed in a call: the next one is not touched.
start_server "${toolbelt[@]}"
call 1 open '{}'
wait_until 'the call does not run' test -s workspace/pid
kill -KILL "$(cat workspace/pid)"
receive
is '.id == 1 and .result.isError' 'a tool that was killed'
call 2 fs_stat '{}' && receive
is '.id == 2 and (.result.isError | not)' 'the next call'
end_input
wait_until 'the server outlives its input' is_gone "$server"

for kind in tool toolbelt; do
  wait_until "$kind outlives its client" is_gone "$(cat "$kind.pid")"
done
