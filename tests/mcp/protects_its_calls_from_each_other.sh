# S2, S3, S5: each call is a process that was sealed before its line came; one that dies gives an
# error, and the next is not touched.
. "$(dirname "$0")/../shell.sh"
needs jq
. "$(dirname "$0")/client.bash"
cd "$dir"
mkfifo gate
echo text > file
start_server "$bin/fs_stat" --mcp --root "$dir"

# Two wait at a time, and the first one gets the next call.
children() { cat "/proc/$server/task/$server/children"; }
two_wait() { read -r first spare _ < <(children; echo) && [ -n "$spare" ]; }
wait_until 'no two children wait' two_wait
call 1 fs_stat '{"path":"file"}' && receive
[[ $(text_of_answer) == *'"sizeBytes":5'* ]] || fail "the first call: $line"
wait_until 'the process of the first call is still there' is_gone "$first"

filters() { sed -n 's/^Seccomp_filters:\t//p' "/proc/$1/status"; }
grep -q '^Seccomp:.2' "/proc/$server/status" || fail 'the server has no filter'
if [ -n "$(filters "$server")" ]; then
  is_sealed() { [ "$(filters "$spare")" -gt "$(filters "$server")" ]; }
  wait_until 'the child that waits has not sealed itself' is_sealed
fi

kill -KILL "$spare"
call 2 fs_stat '{"path":"file"}' && receive
ended='error: {"error":"the process of the call was ended by signal 9","code":"INTERNAL"}'
[ "$(text_of_answer)" = "$ended" ] || fail "the call of a child that died: $line"
call 3 fs_stat '{"path":"file"}' && receive
[[ $(text_of_answer) == *'"sizeBytes":5'* ]] || fail "the call after it: $line"
end_input
wait_until 'the server is still there' is_gone "$server"
