# The disk of the journal, of the results of items, of the audit trail or of stdout becomes full:
# steps were run, so the exit status is 1 and not 2; an engine may try again (75), and the run
# continues.
. "$(dirname "$0")/../../shell.sh"
needs_root mounting
with_own_mounts
. "$(dirname "$0")/runs.bash"
needs bash mount
state=$dir/full
mkdir "$state"
at_end "umount '$state'"
mount -t tmpfs -o size=128k none "$state"
ends() { # STATUS STATUS_IN_BATCH ARGUMENT…: w.yaml, without room and with it
  local single=$1 batch=$2
  shift 2
  for mode in single batch; do
    rm -rf "${state:?}"/* done-*
    mount -o remount,size=128k "$state"
    status=${!mode}
    [ $mode = single ] || set -- "$@" --batch
    runs "$status" -w ./w.yaml --state "$state" --run-id r "$@"
    notes 'no room'
    [ -e done-first ] || fail 'the first step was not run'
  done
}

# Of a journal: each step has more than a page, and less than what has a file of its own.
cat > w.yaml << 'END'
steps:
  - {id: first, run: touch done-first}
  - {id: a, run: 'head -c 60000 /dev/zero | tr "\\0" a'}
  - {id: b, run: 'head -c 60000 /dev/zero | tr "\\0" b'}
  - {id: c, run: 'head -c 60000 /dev/zero | tr "\\0" c'}
finally: [{run: touch done-last}]
result: "{{ steps.c.output.size }}"
END
ends 1 75
[ ! -e done-last ] || fail 'a final step was run that would not be kept'
mount -o remount,size=4m "$state"
runs 0 -w ./w.yaml --state "$state" --run-id r
prints 60000
grep -q ' a  kept' "$dir/err" || fail "what was done is not kept: $(cat "$dir/err")"

# Of the results of items, also by workers.
for parallel in 1 2; do
  cat > w.yaml << END
steps:
  - {id: first, run: touch done-first}
  - foreach:
      items: [a, b, c, d, e, f]
      parallel: $parallel
      max_failed: 6
      collect: false
      steps: [{run: 'head -c 30000 /dev/zero | tr "\\\\0" a'}]
finally: [{run: touch done-last}]
result: "done"
END
  ends 1 75
  mount -o remount,size=4m "$state"
  runs 0 -w ./w.yaml --state "$state" --run-id r
done

# Of stdout, and of the audit trail.
printf 'steps: [{run: touch done-first}, {run: echo hello}]\n' > w.yaml
status=0
setsid -w "$bin/agentcli" --tools "$dir/tools.json" -w ./w.yaml > /dev/full 2> "$dir/err" ||
  status=$?
[ $status = 1 ] || fail "a full stdout has ended it with $status: $(cat "$dir/err")"
rm -rf "${state:?}"/* .agentcli
mkdir .agentcli
at_end "umount '$work/.agentcli'"
mount -t tmpfs -o size=12k none .agentcli
cat > w.yaml << 'END'
steps:
  - foreach: {items: "{{ (1..99) }}", steps: [{tool: {name: fs_read_file, args: {path: w.yaml}}}]}
END
status=0
setsid -w "$bin/agentcli" --tools "$dir/tools.json" -w ./w.yaml > "$dir/out" 2> "$dir/err" ||
  status=$?
[ $status = 1 ] || fail "a full audit trail has ended it with $status: $(cat "$dir/err")"
notes 'audit'
