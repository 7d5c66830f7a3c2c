# S10, P4: at the end of stdin and after a signal nothing is left; a cancelled call ends with all of
# its processes.
. "$(dirname "$0")/../shell.sh"
needs jq
. "$(dirname "$0")/client.bash"
cd "$dir"

sleeper() { # NUMBER: the pid of the command that sleeps so long
  local file
  file=$(grep -slzx -e "$1" /proc/[0-9]*/cmdline) || [ -n "$file" ] || return 1
  file=${file%/cmdline}
  sleeping=${file#/proc/}
}
sleeps() { # SECONDS, a number that no other process has
  call "$1" exec '{"cmd":"sleep","args":["'"$1"'"],"timeoutSec":600}'
  wait_until "sleep $1 does not run" sleeper "$1"
}
unique() { echo "$((300000 + $$ % 10000 * 10 + $1))"; }

# exec prints a name of its own in `sleep`'s namespace of processes, but they are all ours to see.
start_server "$bin/exec" --mcp --root "$dir"
sleeps "$(unique 1)"
cancel "$(unique 1)"
wait_until 'a cancelled call goes on' is_gone "$sleeping"
call 2 exec '{"cmd":"echo","args":["next"]}' && receive
[[ $line == '{"jsonrpc":"2.0","id":2,'*next* ]] || fail "after a cancelled call: $line"

sleeps "$(unique 3)"
end_input
wait_until 'the server outlives its input' is_gone "$server"
wait_until 'a call outlives the input of its server' is_gone "$sleeping"

for signal in TERM INT HUP KILL; do
  start_server env --default-signal=INT,HUP "$bin/exec" --mcp --root "$dir"
  sleeps "$(unique 4)"
  kill -s "$signal" "$server"
  wait_until "the server outlives $signal" is_gone "$server"
  wait_until "a call outlives $signal" is_gone "$sleeping"
done
