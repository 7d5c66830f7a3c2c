# Whatever a command starts, and however it or the tool ends, nothing of it is left running, and no
# temporary directory. Every process in question carries a marker in its arguments. Where namespaces
# can't be had, the tests of them run with Landlock.
. "$(dirname "$0")/../shell.sh"
set +e
export TMPDIR=$dir/tmp
mkdir "$TMPDIR" "$dir/workspace"
marker=31415$$
echo "$marker" >"$dir/marker" # grep has no marker in its own arguments
failures=0

survivors() { grep -alF -f "$dir/marker" /proc/[0-9]*/cmdline 2>/dev/null; }

# expect_nothing NAME: within ten seconds, no process and no directory.
expect_nothing() {
    for _ in $(seq 100); do
        [ -z "$(survivors)" ] && [ -z "$(ls "$TMPDIR")" ] && return
        sleep 0.1
    done
    echo "$1: left $(survivors | tr '\n' ' ') $(ls "$TMPDIR")"
    for file in $(survivors); do kill -9 "$(echo "$file" | cut -d/ -f3)"; done
    failures=$((failures + 1))
}

# expect NAME PATTERN SCRIPT: the answer to the script matches the pattern, and nothing is left.
expect() {
    answer=$(printf '{"cmd":"sh","args":["-c","%s","%s"],"timeoutSec":1}' "$3" "$marker" |
        timeout 60 "${exec_tool[@]}" --root "$dir/workspace" --policy "$policy" 2>&1)
    case $answer in
    $2) ;;
    *) echo "$policy, $1: $answer" && failures=$((failures + 1)) ;;
    esac
    expect_nothing "$policy, $1"
}

# start SCRIPT: the tool in the background, in a group of its own, its command running.
start() {
    printf '{"cmd":"sh","args":["-c","%s","%s"]}' "$1" "$marker" >"$dir/request"
    set -m
    "${exec_tool[@]}" --root "$dir/workspace" --policy "$policy" <"$dir/request" >"$dir/out" \
      2>"$dir/err" &
    tool=$!
    set +m
    for _ in $(seq 100); do
        [ -n "$(survivors)" ] && return
        sleep 0.1
    done
    echo "$policy: the command did not start" && failures=$((failures + 1))
}

timed_out='*"timedOut":true*'
killed='*"killed":*'
for policy in workspace-write read-only unrestricted; do
    exec_tool=("$bin/exec")
    [ $policy = read-only ] && exec_tool=("$bin/without_namespaces" clone "$bin/exec")

    expect "a background child" "$killed" "sleep $marker & echo begun"
    expect "one in a session of its own" "$killed" "setsid sleep $marker & sleep 0.1"
    expect "one whose parent is gone" "$killed" "(setsid sh -c '(sleep $marker &)' &) ; sleep 0.1"
    expect "one that ignores signals" "$timed_out" \
      "trap '' TERM HUP INT; while :; do sleep 0.01; done"
    expect "one that has stopped itself" "$timed_out" 'kill -STOP $$'
    expect "one that stopped its child" "$timed_out" "sleep $marker & kill -STOP \$!; wait"
    expect "a chain of forks" '*"exitCode"*' 'f() { f & }; f; sleep 0.2'
    expect "a tree of forks" "$timed_out" \
      'f() { [ $1 -gt 0 ] || exec sleep 1000; f $(($1 - 1)) & f $(($1 - 1)) & wait; }; f 5'
    expect "many in the background at the timeout" "$timed_out" \
      "for i in 1 2 3 4 5 6 7 8 9; do setsid sleep $marker & done; wait"

    start "setsid sleep $marker & sleep $marker"
    kill -KILL $tool
    expect_nothing "$policy, the tool was killed"

    start "setsid sleep $marker & sleep $marker"
    kill -KILL -$tool
    expect_nothing "$policy, the tool's group was killed"

    start "setsid sleep $marker & sleep $marker"
    kill -KILL $(cat "/proc/$tool/task/$tool/children")
    wait $tool
    grep -q '"code":"INTERNAL"' "$dir/err" ||
        { echo "$policy, the supervisor was killed: $(cat "$dir/out" "$dir/err")" \
        && failures=$((failures + 1)); }
    expect_nothing "$policy, the supervisor was killed"

    start "touch \$TMPDIR/file; setsid sleep $marker & sleep $marker"
    kill -TERM $tool
    wait $tool
    [ $? = 1 ] && grep -q '"code":"TIMED_OUT"' "$dir/err" && [ ! -s "$dir/out" ] ||
        { echo "$policy, SIGTERM: $(cat "$dir/out" "$dir/err")" && failures=$((failures + 1)); }
    rm -f "$TMPDIR/file"
    expect_nothing "$policy, the tool was told to end"
done

# Where it can, a command is kept from its supervisors.
for level in namespaces landlock; do
    exec_tool=("$bin/exec")
    [ $level = landlock ] && exec_tool=("$bin/without_namespaces" clone "$bin/exec")
    policy=workspace-write
    expect "one that kills its parent" '*"exitCode":0*"stdout":"still\\nhere\\n"*' \
      'echo still; kill -9 $PPID; kill -9 -1; echo here'
done

# While the tool waits for its request, nothing runs; a signal still takes away the temporary
# directory that it has without namespaces.
mkfifo "$dir/never"
"${exec_tool[@]}" --root "$dir/workspace" <>"$dir/never" >"$dir/out" 2>"$dir/err" &
tool=$!
for _ in $(seq 100); do [ -n "$(ls "$TMPDIR")" ] && break || sleep 0.1; done
kill -TERM $tool
wait $tool 2>"$dir/err"
expect_nothing "SIGTERM while it reads"

echo "$failures failures"
[ $failures = 0 ]
