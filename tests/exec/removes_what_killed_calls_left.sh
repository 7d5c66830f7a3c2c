# With Landlock alone a command has a temporary directory beside those of others. If the tool and
# its supervisor are killed, as a runner that is told to end may have to do, it stays until the next
# call: that one removes it, and none that is in use or belongs to others.
. "$(dirname "$0")/../shell.sh"
export TMPDIR=$dir/tmp
mkdir "$TMPDIR" "$dir/workspace"
tool=("$bin/without_namespaces" clone "$bin/exec" --root "$dir/workspace")

# start NAME: a command that writes into its temporary directory, and waits; leaves $pid,
# $supervisor and $temporary.
start() {
  echo \
    '{"cmd":"sh","args":["-c","mkdir -p $TMPDIR/a/b; touch $TMPDIR/a/b/c; chmod 0 $TMPDIR/a; echo $TMPDIR > '"$1"'; sleep 100"]}' > "$dir/request"
  "${tool[@]}" < "$dir/request" > "$dir/out" 2>&1 &
  pid=$!
  for _ in $(seq 100); do [ -s "$dir/workspace/$1" ] && break || sleep 0.1; done
  temporary=$(cat "$dir/workspace/$1")
  supervisor=$(cat "/proc/$pid/task/$pid/children")
  [ -d "$temporary" ] || fail "$1 has no temporary directory: $(cat "$dir/out")"
}
call() { echo '{"cmd":"true"}' | "${tool[@]}" > "$dir/out" 2>&1 || fail "$(cat "$dir/out")"; }

start killed
killed=$temporary
kill -KILL $supervisor $pid
wait $pid 2> "$dir/err" || true
start living
mkdir "$TMPDIR/agentcli-exec-of-mine" "$TMPDIR/agentcli-exec-abcdef.x"
call
[ ! -e "$killed" ] || fail "what a killed call left is still there: $(ls "$TMPDIR")"
[ -d "$temporary" ] || fail "a directory in use was removed"
[ -d "$TMPDIR/agentcli-exec-of-mine" ] && [ -d "$TMPDIR/agentcli-exec-abcdef.x" ] \
  || fail "what is not ours was removed"
kill -TERM $pid
wait $pid 2> "$dir/err" || true
for _ in $(seq 100); do [ -e "$temporary" ] && sleep 0.1 || break; done
[ ! -e "$temporary" ] || fail "a call that was told to end left its directory"
if [ "$(id -u)" = 0 ]; then
  mkdir "$TMPDIR/agentcli-exec-ABCDEF"
  chown 4001 "$TMPDIR/agentcli-exec-ABCDEF"
  call
  [ -d "$TMPDIR/agentcli-exec-ABCDEF" ] || fail "another user's directory was removed"
fi
